import { type RefObject, useLayoutEffect } from 'react';

/** Focuses a source's row, or the head of the page, when what had the focus has gone. */
export const focusRow = (sourceId: string | undefined) =>
  requestAnimationFrame(() => {
    const row = sourceId && document.querySelector<HTMLElement>(`[data-row="${sourceId}"] a`);
    (row || document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  });

/** Hands the focus to a source's row when a part goes with the button that was pressed in it. */
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
