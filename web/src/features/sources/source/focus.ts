import { type RefObject, useLayoutEffect } from 'react';

/** Where the keyboard goes on when what it was on has gone: at a source's row, or at the head of the page. */
export const focusRow = (sourceId: string | undefined) =>
  requestAnimationFrame(() => {
    const row = sourceId && document.querySelector<HTMLElement>(`[data-row="${sourceId}"] a`);
    (row || document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  });

/** Of a part that goes with its button once that was pressed: its source's row takes the focus over. */
export function useFocusHandedOn(part: RefObject<HTMLElement | null>, sourceId: string) {
  useLayoutEffect(() => {
    const place = part.current;
    return () => {
      if (!place?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        // What was gone to meanwhile keeps it.
        if (document.activeElement === document.body) focusRow(sourceId);
      });
    };
  }, [part, sourceId]);
}
