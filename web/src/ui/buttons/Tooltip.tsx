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
import { noteTipClosed, placeTip, type TipSide, tipDelay } from './tip.ts';

/** Names or explains what it is put around; never essential, so it is hidden from screen readers. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string;
  side?: TipSide;
  children: ReactElement<Record<string, unknown>>;
}) {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef(0);
  const box = useRef<HTMLDivElement>(null);

  const close = () => {
    clearTimeout(timer.current);
    if (anchor) noteTipClosed();
    setAnchor(undefined);
  };
  const open = (element: Element, wait: boolean) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(element), wait ? tipDelay() : 0);
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
    if (anchor && box.current) placeTip(box.current, anchor, side);
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
