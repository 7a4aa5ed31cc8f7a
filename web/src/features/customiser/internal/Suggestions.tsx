import { limits } from '@parlance/contract/limits';
import { ArrowDown, ArrowUp, CircleAlert, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClasses } from '../../../ui/fields/Field.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { internalTexts } from '../internal-texts.ts';
import { moveItem } from './move-item.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const { count: most, length: longest } = limits.suggestions;

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
  const list = useRef<HTMLOListElement>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  /** The one in the hand, and where it would lie down. */
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  /** An emptied one goes when its field is left. */
  const [emptied, setEmptied] = useState<number>();
  /** Selectors of what is to have the focus next, the best first. */
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const buttons = wanted.current.map((one) => list.current?.querySelector<HTMLElement>(one));
    wanted.current = [];
    buttons.find((button) => button?.getAttribute('aria-disabled') === 'false')?.focus();
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= suggestions.length || from === to) return;
    onChange(moveItem(suggestions, from, to));
    setSaid(t.moved(suggestions[from] ?? '', to + 1, suggestions.length));
  };
  const moveByButton = (from: number, by: 1 | -1) => {
    const to = from + by;
    wanted.current = [by, -by].map((way) => `[data-place="${to}"] [data-way="${way}"]`);
    move(from, to);
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
  const add = () => {
    const text = typed.trim();
    if (text === '') return;
    onChange([...suggestions, text]);
    setTyped('');
  };
  const onAddKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  /** Where the pointer is among the rows. */
  const placeAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const found = rows.findIndex(({ bottom }) => y < bottom);
    return found < 0 ? rows.length - 1 : found;
  };
  const grip = (from: number) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove(event: PointerEvent) {
      if (drag) setDrag({ from: drag.from, to: placeAt(event.clientY) });
    },
    onPointerUp() {
      if (drag) move(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  const shown = drag ? moveItem([...suggestions.keys()], drag.from, drag.to) : [...suggestions.keys()];
  return (
    <section aria-labelledby={heading} className="@container flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <h3 id={heading} className="font-medium text-text">
          {t.suggestions}
        </h3>
        <span className="tabular text-text-3">
          {t.charactersOf(format.number(suggestions.length), format.number(most))}
        </span>
      </div>
      {suggestions.length > 0 && (
        <ol ref={list} className="flex flex-col gap-2">
          {shown.map((at) => (
            <li
              key={at}
              data-place={at}
              className={cx(
                'flex flex-wrap items-center justify-end gap-x-1 gap-y-1 rounded-2 @md:flex-nowrap',
                drag?.from === at && 'bg-hover shadow-2',
              )}
            >
              <span
                {...grip(at)}
                title={t.drag}
                className={cx(
                  'flex h-10 w-7 shrink-0 touch-none items-center justify-center text-text-3 hover:text-text',
                  drag ? 'cursor-grabbing' : 'cursor-grab',
                )}
              >
                <GripVertical {...icon} size={18} />
              </span>
              <input
                aria-label={t.suggestion(at + 1)}
                value={emptied === at ? '' : suggestions[at]}
                maxLength={longest}
                dir="auto"
                autoComplete="off"
                onChange={({ target }) => {
                  if (target.value === '') return setEmptied(at);
                  setEmptied(undefined);
                  onChange(suggestions.map((text, place) => (place === at ? target.value : text)));
                }}
                onBlur={() => {
                  if (emptied === at || suggestions[at]?.trim() === '') remove(at);
                }}
                className={cx(controlClasses, 'h-10 w-auto flex-1 touch-target')}
              />
              <span className="flex basis-full justify-end gap-1 @md:basis-auto">
                <IconButton
                  size="sm"
                  data-way={-1}
                  label={t.moveUp(at + 1)}
                  aria-disabled={at === 0}
                  onClick={() => moveByButton(at, -1)}
                >
                  <ArrowUp {...icon} />
                </IconButton>
                <IconButton
                  size="sm"
                  data-way={1}
                  label={t.moveDown(at + 1)}
                  aria-disabled={at === suggestions.length - 1}
                  onClick={() => moveByButton(at, 1)}
                >
                  <ArrowDown {...icon} />
                </IconButton>
                <IconButton size="sm" label={t.remove(at + 1)} onClick={() => remove(at)}>
                  <Trash2 {...icon} />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
      {suggestions.length < most ? (
        <div className="flex gap-2">
          <input
            aria-label={t.newSuggestion}
            value={typed}
            maxLength={longest}
            dir="auto"
            autoComplete="off"
            placeholder={t.suggestionPlaceholder}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onAddKey}
            className={cx(controlClasses, 'h-10 touch-target')}
          />
          <Button icon={<Plus {...icon} />} onClick={add}>
            {t.add}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-text-2">{t.enoughSuggestions(most)}</p>
      )}
      {error && (
        <p className="flex gap-1.5 text-sm text-danger-text">
          <CircleAlert {...icon} className="mt-px shrink-0" />
          {error}
        </p>
      )}
      <p className="text-sm text-text-3">{t.suggestionsHelp}</p>
      <p aria-live="polite" className="visually-hidden">
        {said}
      </p>
    </section>
  );
}
