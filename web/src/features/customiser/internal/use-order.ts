import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { internalTexts } from '../internal-texts.ts';
import { moveItem } from './move-item.ts';

/** An order of one's own: what is dragged by its grip, or moved by buttons, and what is said of it. */
export function useOrder(suggestions: readonly string[], onChange: (suggestions: string[]) => void) {
  const t = useTexts(internalTexts);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  /** The suggestion that is dragged, and where it would be dropped. */
  const [drag, setDrag] = useState<{ from: number; to: number }>();
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

  const places = [...suggestions.keys()];
  return {
    list,
    said,
    moveByButton,
    grip,
    dragged: drag?.from,
    /** The places of the suggestions in the order that is shown. */
    shown: drag ? moveItem(places, drag.from, drag.to) : places,
  };
}
