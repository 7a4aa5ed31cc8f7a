import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { configQuery } from '../../lib/config.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { texts } from '../chatbots/texts.ts';
import type { Editing } from './editing.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Code to paste elsewhere, with its button. */
function Snippet({ title, help, code }: { title: string; help: string; code: string }) {
  const t = useTexts(texts);
  const text = useRef<HTMLElement>(null);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => showToast({ tone: 'success', title: t.copied }),
      () => {
        if (text.current) getSelection()?.selectAllChildren(text.current);
        showToast({ tone: 'danger', title: t.copyFailed });
      },
    );
  return (
    <Card
      title={title}
      aside={
        <Button size="sm" icon={<Copy {...icon} size={16} />} onClick={() => void copy()}>
          {t.copy}
        </Button>
      }
    >
      <p className="mb-3 text-md text-text-2">{help}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        translate="no"
        className="overflow-x-auto rounded-2 border border-line bg-sunken p-3.5 font-mono text-sm text-text"
      >
        <code ref={text}>{code}</code>
      </pre>
    </Card>
  );
}

/** How the chatbot gets onto a site. */
export function IntegrationTab({ editing: { chatbot } }: { editing: Editing }) {
  const t = useTexts(texts);
  const { data: config } = useQuery(configQuery);
  const base = `${config?.url ?? location.origin}/embed`;
  return (
    <div className="flex flex-col gap-5">
      <Snippet
        title={t.snippetTitle}
        help={t.snippetHelp}
        code={`<script src="${base}/v1/${chatbot.publicId}/widget.js" data-chatbot="${chatbot.publicId}" async></script>`}
      />
      <Snippet
        title={t.frameTitle}
        help={t.frameHelp}
        code={`<iframe src="${base}/${chatbot.publicId}" title="${chatbot.name.replace(/[&<>"]/g, '')}" width="400" height="640"></iframe>`}
      />
    </div>
  );
}
