import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

/** Specification §9: the first waits, the next ones follow at once while one was just open. */
const delayMs = 700;
const skipMs = 300;
let closedAt = Number.NEGATIVE_INFINITY;

type Side = 'top' | 'right' | 'bottom';

/** Names or explains what it is put around; never essential, so it is hidden from screen readers. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string;
  side?: Side;
  children: ReactElement<Record<string, unknown>>;
}) {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef(0);
  const box = useRef<HTMLDivElement>(null);

  const close = () => {
    clearTimeout(timer.current);
    // Now, not when this is drawn: the pointer may stand on the next one already.
    if (anchor) closedAt = performance.now();
    setAnchor(undefined);
  };
  const open = (element: Element, wait: boolean) => {
    clearTimeout(timer.current);
    const delay = wait && performance.now() - closedAt > skipMs ? delayMs : 0;
    timer.current = window.setTimeout(() => setAnchor(element), delay);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      clearTimeout(timer.current);
      setAnchor(undefined);
    };
    const onScroll = () => setAnchor(undefined);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', onScroll, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', onScroll, true);
    };
  }, [anchor]);

  useLayoutEffect(() => {
    const tip = box.current;
    if (!anchor || !tip) return;
    const at = anchor.getBoundingClientRect();
    const gap = 8;
    const { offsetWidth: width, offsetHeight: height } = tip;
    const below = side === 'bottom' || at.top < height + gap * 2;
    const right = side === 'right' && at.right + width + gap * 2 < innerWidth;
    const left = right ? at.right + gap : at.left + at.width / 2 - width / 2;
    const top = right ? at.top + at.height / 2 - height / 2 : below ? at.bottom + gap : at.top - height - gap;
    tip.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
    tip.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
    tip.style.visibility = 'visible';
  }, [anchor, side]);

  const own = children.props as {
    onPointerEnter?: (event: PointerEvent) => void;
    onPointerLeave?: (event: PointerEvent) => void;
    onPointerDown?: (event: PointerEvent) => void;
    onFocus?: (event: FocusEvent) => void;
    onBlur?: (event: FocusEvent) => void;
  };
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event: PointerEvent) => {
          own.onPointerEnter?.(event);
          if (event.pointerType === 'mouse') open(event.currentTarget, true);
        },
        onPointerLeave: (event: PointerEvent) => {
          own.onPointerLeave?.(event);
          close();
        },
        onPointerDown: (event: PointerEvent) => {
          own.onPointerDown?.(event);
          close();
        },
        onFocus: (event: FocusEvent) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, false);
        },
        onBlur: (event: FocusEvent) => {
          own.onBlur?.(event);
          close();
        },
      })}
      {anchor &&
        createPortal(
          <div
            ref={box}
            aria-hidden="true"
            className="enter-fade pointer-events-none invisible fixed z-(--z-tooltip) max-w-64 rounded-1 bg-tip px-2 py-1 text-sm text-tip-text forced-colors:border"
          >
            {text}
          </div>,
          document.body,
        )}
    </>
  );
}
