import { limits } from '@parlance/contract/limits';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { internalTexts } from '../internal-texts.ts';
import { NewSuggestion } from './NewSuggestion.tsx';
import { SuggestionRow } from './SuggestionRow.tsx';
import { useOrder } from './use-order.ts';

const maxCount = limits.suggestions.count;

/** Questions that a visitor can ask with one tap, in an order of one's own: dragged, or moved by buttons. */
export function Suggestions({
  suggestions,
  onChange,
  error,
}: {
  suggestions: readonly string[];
  onChange: (suggestions: string[]) => void;
  error: string | undefined;
}) {
  const t = useTexts(internalTexts);
  const w = useTexts(words);
  const format = useFormat();
  const heading = useId();
  const order = useOrder(suggestions, onChange);
  /** The suggestion that was emptied, which goes when its field is left. */
  const [emptied, setEmptied] = useState<number>();

  const write = (at: number, text: string) => {
    if (text === '') return setEmptied(at);
    setEmptied(undefined);
    onChange(suggestions.map((one, place) => (place === at ? text : one)));
  };
  const remove = (at: number) => {
    const before = [...suggestions];
    onChange(before.filter((_, place) => place !== at));
    setEmptied(undefined);
    showToast({
      tone: 'success',
      title: t.removed,
      action: { label: w.undo, undoes: true, run: () => onChange(before) },
    });
  };

  return (
    <section aria-labelledby={heading} className="@container flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <h3 id={heading} className="font-medium text-text">
          {t.suggestions}
        </h3>
        <span className="tabular text-text-3">
          {t.charactersOf(format.number(suggestions.length), format.number(maxCount))}
        </span>
      </div>
      {suggestions.length > 0 && (
        <ol ref={order.list} className="flex flex-col gap-2">
          {order.shown.map((at) => (
            <SuggestionRow
              key={at}
              at={at}
              text={emptied === at ? '' : (suggestions[at] ?? '')}
              order={order}
              onType={(text) => write(at, text)}
              onLeave={() => {
                if (emptied === at || suggestions[at]?.trim() === '') remove(at);
              }}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      )}
      {suggestions.length < maxCount ? (
        <NewSuggestion onAdd={(text) => onChange([...suggestions, text])} />
      ) : (
        <p className="text-sm text-text-2">{t.enoughSuggestions(maxCount)}</p>
      )}
      {error && (
        <p className="flex gap-1.5 text-sm text-danger-text">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
      <p className="text-sm text-text-3">{t.suggestionsHelp}</p>
      <p aria-live="polite" className="visually-hidden">
        {order.said}
      </p>
    </section>
  );
}
