import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../lib/browser/copy.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { texts } from '../texts.ts';

const crawlerName = 'ParlanceBot';
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const copiedMs = 2000;

/** The rule for a site's bot protection to let the crawler through, to copy. */
export function CrawlerRule() {
  const t = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await copyText(rule);
      setCopied(true);
    } catch {
      // Refused: it is marked, to be copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    }
  };
  const rule = `User-Agent: ${crawlerName}`;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t.ruleToAllow}
      <code ref={shown} translate="no" className="rounded-1 bg-surface px-2 py-1 font-mono text-sm text-text">
        {rule}
      </code>
      <Button
        size="sm"
        look="quiet"
        icon={isCopied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => void copy()}
      >
        {isCopied ? t.copied : t.copyRule}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied && t.copied}
      </span>
    </span>
  );
}
