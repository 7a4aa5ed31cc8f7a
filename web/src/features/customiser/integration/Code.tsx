import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../lib/browser/copy.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const copiedMs = 2500;

/** Copies a text and says so; where the browser refuses, `select` marks it for the keyboard. */
export function CopyButton({ text, select, label }: { text: string; select?: () => void; label?: string }) {
  const t = useTexts(texts);
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = () =>
    copyText(text).then(
      () => {
        setCopiedAt(Date.now());
        reportOutcome(t.copyFailed).succeeded();
        showToast({ tone: 'success', title: t.copied });
      },
      () => {
        select?.();
        reportOutcome(t.copyFailed).failed();
      },
    );
  return (
    <Button
      size="sm"
      icon={copiedAt > 0 ? <Check {...icon} className="text-accent-text" /> : <Copy {...icon} />}
      onClick={() => void copy()}
    >
      {label ?? t.copy}
    </Button>
  );
}

/** Code to paste elsewhere, with its button. */
export function Code({ code }: { code: string }) {
  const t = useTexts(texts);
  const text = useRef<HTMLElement>(null);
  return (
    <figure className="overflow-hidden rounded-2 border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1.5 ps-3.5 pe-1.5 text-sm text-text-3">
        {t.code}
        <CopyButton
          text={code}
          select={() => text.current && getSelection()?.selectAllChildren(text.current)}
        />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        translate="no"
        dir="ltr"
        className="max-h-96 overflow-y-auto whitespace-pre-wrap p-3.5 font-mono text-sm text-text [overflow-wrap:anywhere] -outline-offset-2"
      >
        <code ref={text}>{code}</code>
      </pre>
    </figure>
  );
}
