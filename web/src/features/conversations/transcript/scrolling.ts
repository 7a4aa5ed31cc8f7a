import { type RefObject, type UIEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Keeps a part that stands beside a scrolling page within the window: from wherever it is to the window's end. */
function useFittingHeight(part: RefObject<HTMLElement | null>, onFitted: () => void) {
  const fitted = useEffectEvent(onFitted);
  useLayoutEffect(() => {
    const fit = () => {
      const { current } = part;
      if (!current) return;
      const { top } = current.getBoundingClientRect();
      current.style.height = `max(20rem, calc(100dvh - ${Math.round(top)}px - 1rem))`;
      fitted();
    };
    fit();
    const listening = new AbortController();
    for (const event of ['scroll', 'resize'])
      window.addEventListener(event, fit, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [part]);
}

/**
 * Scrolls messages that stand in a frame with a scroll of its own: the latest comes into view, unless somebody reads
 * what was said before; that stays where it is when earlier ones come above it.
 */
export function useMessageScroll({
  oldest = '',
  newest,
}: {
  oldest: string | undefined;
  newest: string | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const keepAtEnd = () => {
    const { current } = scroller;
    if (current && atEnd.current) current.scrollTop = current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something new was said
  useLayoutEffect(keepAtEnd, [newest]);
  const drawn = useRef({ oldest: '', height: 0 });
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const { scrollHeight } = current;
    if (drawn.current.oldest !== '' && drawn.current.oldest !== oldest)
      current.scrollTop += scrollHeight - drawn.current.height;
    drawn.current = { oldest, height: scrollHeight };
  });
  useFittingHeight(frame, keepAtEnd);
  return {
    frame,
    scroller,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) {
      atEnd.current = scrollHeight - scrollTop - clientHeight < 40;
    },
  };
}
