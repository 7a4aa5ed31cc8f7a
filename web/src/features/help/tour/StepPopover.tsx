import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { type Box, boxAround, bringIntoView, findTargets, placeOf } from './placement.ts';
import { type StepName, steps, type TourStep } from './steps.ts';
import { tourTexts } from './texts.ts';

/** Milliseconds that a screen has to bring what is marked; then the step is explained in the middle. */
const patienceMs = 3000;
const lookMs = 100;

const inset = 6;

/** Keeps the keyboard on the step: its buttons follow one another in a ring. */
function focusNextButton(panel: HTMLElement | null, isBackwards: boolean) {
  const buttons = [...(panel?.querySelectorAll('button') ?? [])];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = now < 0 ? (isBackwards ? -1 : 0) : (now + (isBackwards ? -1 : 1)) % buttons.length;
  buttons.at(next)?.focus();
}

/** The shade over the page, and in it what the step is about. */
function Mark({ target }: { target: Box | undefined }) {
  if (!target) return <div aria-hidden="true" className="absolute inset-0 bg-scrim" />;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed rounded-3 border-2 border-accent shadow-[0_0_0_200vmax_var(--color-scrim)]"
      style={{
        left: target.left - inset,
        top: target.top - inset,
        width: target.width + 2 * inset,
        height: target.height + 2 * inset,
      }}
    />
  );
}

/** One step over the page: what it is about is marked, and the page waits. */
export function StepPopover({
  step,
  at,
  hasChatbot,
  isThere,
  onGo,
  onClose,
}: {
  step: TourStep;
  at: number;
  hasChatbot: boolean;
  /** Whether the page beneath is the step's own. */
  isThere: boolean;
  onGo: (step: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(tourTexts);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  const [target, setTarget] = useState<Box>();
  const [isShown, setShown] = useState(false);
  const isLast = at === steps.length - 1;
  const needsChatbot =
    !hasChatbot && ['chatbots', 'customise', 'files', 'urls', 'sources'].includes(step.name);

  // What is marked may come late, move and grow: it is looked for as long as the step stands.
  useEffect(() => {
    const since = performance.now();
    let known: HTMLElement[] = [];
    const look = () => {
      const found = isThere ? findTargets(step.targets) : [];
      if (found.length > 0 && found[0] !== known[0] && panel.current) bringIntoView(found, panel.current);
      known = found;
      if (found.length > 0 || needsChatbot || performance.now() - since > patienceMs) setShown(true);
      const box = found.length > 0 ? boxAround(found) : undefined;
      setTarget((before) => (JSON.stringify(before) === JSON.stringify(box) ? before : box));
    };
    look();
    const timer = setInterval(look, lookMs);
    window.addEventListener('scroll', look, true);
    window.addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', look, true);
      window.removeEventListener('resize', look);
    };
  }, [step, isThere, needsChatbot]);

  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return;
    const { left, top } = placeOf({ width: box.offsetWidth, height: box.offsetHeight }, target);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  });

  // A page that comes beneath takes the focus to its head: the step takes it back.
  useEffect(() => {
    if (!isShown) return;
    const hold = () => {
      const box = panel.current;
      if (box && !box.contains(document.activeElement)) box.focus({ preventScroll: true });
    };
    hold();
    document.addEventListener('focusin', hold);
    return () => document.removeEventListener('focusin', hold);
  }, [isShown]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'ArrowRight') onGo(at + 1);
      else if (event.key === 'ArrowLeft' && at > 0) onGo(at - 1);
      else if (event.key === 'Tab') focusNextButton(panel.current, event.shiftKey);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [at, onGo, onClose]);

  const textOf = (name: StepName) => t[`${name}Text`];
  return createPortal(
    <div className="fixed inset-0 z-(--z-tour)">
      <Mark target={target} />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
        className={`speech enter-fade fixed flex max-h-[70dvh] w-96 max-w-[calc(100vw-1.5rem)] flex-col gap-3 overflow-y-auto border border-line bg-raised p-5 shadow-3 outline-none [--speech-size:var(--radius-4)] ${isShown ? '' : 'invisible'}`}
      >
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-text-2">
            <span className="font-strong text-accent-text">{t[step.group]}</span> ·{' '}
            <span className="tabular">{t.counter(at + 1, steps.length)}</span>
          </p>
          <button
            type="button"
            aria-label={t.close}
            onClick={onClose}
            className="-my-1 -me-2 inline-flex size-8 shrink-0 items-center justify-center rounded-2 text-text-2 motion-fast touch-target hover:bg-hover hover:text-text"
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
        <h2 id={titleId} className="display-type text-lg">
          {t[step.name]}
        </h2>
        <div id={textId} className="flex flex-col gap-2 text-md text-text-2 text-pretty">
          <p>{textOf(step.name)}</p>
          {needsChatbot && !target && <p className="text-sm text-text-3">{t.needsChatbot}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2 pt-1">
          {!isLast && (
            <Button look="quiet" size="sm" className="-ms-3" onClick={onClose}>
              {t.skip}
            </Button>
          )}
          <span className="ms-auto flex gap-2">
            {at > 0 && (
              <Button size="sm" onClick={() => onGo(at - 1)}>
                {t.previous}
              </Button>
            )}
            <Button look="primary" size="sm" onClick={() => onGo(at + 1)}>
              {isLast ? t.finish : t.next}
            </Button>
          </span>
        </div>
      </div>
    </div>,
    document.body,
  );
}
