import { CircleQuestionMark } from 'lucide-react';
import { type PointerEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../lib/language/texts.ts';
import { createStore, useStore } from '../../../lib/storage/store.ts';
import { noteTipClosed, placeTip, tipDelay } from '../../../ui/buttons/tip.ts';
import { type TipName, tipTexts } from './texts.ts';

/** Milliseconds that a pointer has to get from the button into the tip. */
const crossingMs = 200;

/** One is open at a time. */
const openTip = createStore<string | undefined>(undefined);

/** A "?" with a sentence about what it stands beside: on hover, on focus, and on a press or a touch, which holds it open. */
export function TipButton({ about }: { about: TipName }) {
  const t = useTexts(tipTexts);
  const id = useId();
  const isOpen = useStore(openTip) === id;
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const isHeld = useRef(false);

  const close = () => {
    clearTimeout(timer.current);
    isHeld.current = false;
    if (openTip.get() !== id) return;
    noteTipClosed();
    openTip.set(undefined);
  };
  const openIn = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => openTip.set(id), ms);
  };
  const stay = () => clearTimeout(timer.current);
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || isHeld.current) return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(close, crossingMs);
  };
  const press = () => {
    if (isOpen && isHeld.current) return close();
    isHeld.current = true;
    openIn(0);
  };

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (openTip.get() === id) openTip.set(undefined);
    },
    [id],
  );

  useEffect(() => {
    const [anchor, box] = [button.current, tip.current];
    if (!isOpen || !anchor || !box) return;
    const place = () => placeTip(box, anchor, 'top');
    const shut = () => {
      isHeld.current = false;
      openTip.set(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What lies beneath, a dialog for one, stays open.
      event.stopPropagation();
      shut();
    };
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !anchor.contains(target) && !box.contains(target)) shut();
    };
    place();
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen]);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t.about(t[about])}
        aria-describedby={id}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') openIn(isOpen ? 0 : tipDelay());
        }}
        onPointerLeave={leave}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) openIn(0);
        }}
        onBlur={close}
        onClick={press}
        className="enter-fade relative inline-flex size-6 items-center justify-center rounded-full text-text-3 motion-fast pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5 hover:bg-hover hover:text-text"
      >
        <CircleQuestionMark size={15} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span id={id} hidden>
        {t[`${about}Text`]}
      </span>
      {isOpen &&
        createPortal(
          <div
            ref={tip}
            aria-hidden="true"
            onPointerEnter={stay}
            onPointerLeave={leave}
            onPointerDown={({ nativeEvent }) => {
              // A dialog beneath takes it for a press beside itself.
              nativeEvent.stopPropagation();
            }}
            className="enter-fade pointer-events-auto invisible fixed z-(--z-tooltip) max-w-[min(20rem,calc(100vw-1rem))] rounded-2 bg-tip px-3 py-2 text-sm text-tip-text text-pretty forced-colors:border"
          >
            {t[`${about}Text`]}
          </div>,
          document.body,
        )}
    </>
  );
}
