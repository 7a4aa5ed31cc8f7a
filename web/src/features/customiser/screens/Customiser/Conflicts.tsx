import { useEffect, useRef } from 'react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { valueAt } from '../../editing/draft.ts';
import type { FullEditing } from '../../editing/use-editing.ts';
import { fieldTexts, texts } from '../../texts.ts';

/** Both versions of each field that was changed here and elsewhere, for a choice. */
export function Conflicts({
  editing,
  asked,
}: {
  editing: FullEditing;
  /** Times that saving was refused for want of a choice: each moves the focus here. */
  asked: number;
}) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked > 0) place.current?.focus();
  }, [asked]);
  const t = useTexts(texts);
  const fields = useTexts(fieldTexts);
  const format = useFormat();
  const said = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (typeof value === 'number') return format.number(value);
    const text = Array.isArray(value) ? value.join('\n') : String(value ?? '');
    return text.trim() === '' ? t.empty : text;
  };
  const version = (title: string, value: unknown) => (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <dt className="text-sm text-text-2">{title}</dt>
      <dd
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-32 overflow-y-auto rounded-2 border border-line bg-surface px-3 py-2 text-md whitespace-pre-wrap text-text [overflow-wrap:anywhere]"
      >
        {said(value)}
      </dd>
    </div>
  );
  return (
    <section
      ref={place}
      tabIndex={-1}
      role="alert"
      className="flex flex-col gap-4 rounded-3 bg-warning-soft p-4 forced-colors:border"
    >
      <div className="text-md text-text-2">
        <h2 className="font-strong text-warning-text">{t.bothTitle}</h2>
        <p>{t.bothText}</p>
      </div>
      {editing.both.map((path) => (
        <div key={path} className="flex flex-col gap-2">
          <h3 className="text-md font-strong text-text">{fields[path]}</h3>
          <dl className="flex flex-col gap-3 sm:flex-row">
            {version(t.mine, valueAt(editing.draft, path))}
            {version(t.theirs, valueAt(editing.base, path))}
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => editing.choose(path, 'mine')}>
              {t.keepMine} <span className="visually-hidden">: {fields[path]}</span>
            </Button>
            <Button size="sm" onClick={() => editing.choose(path, 'theirs')}>
              {t.takeTheirs} <span className="visually-hidden">: {fields[path]}</span>
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
