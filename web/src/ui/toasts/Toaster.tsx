import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { isTypedIn } from '../../lib/browser/shortcuts.ts';
import { useStore } from '../../lib/storage/store.ts';
import { PlanLink } from '../buttons/PlanLink.tsx';
import { cx } from '../cx.ts';
import { dismissToast, type Toast, toastLimits, toasts } from './toasts.ts';

const icons = {
  success: { Icon: CircleCheck, ink: 'text-accent-text' },
  info: { Icon: Info, ink: 'text-info-text' },
  danger: { Icon: CircleAlert, ink: 'text-danger-text' },
};

function act({ id, action }: Toast) {
  action?.run();
  dismissToast(id);
}

/** Undoes the newest toast by Ctrl+Z: toasts stand far from where the keyboard is, and leave soon. */
function undoByKeyboard(event: KeyboardEvent) {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  if (isTypedIn(event.target)) return;
  const last = toasts.get().findLast(({ action, dismissed }) => action?.undoes && !dismissed);
  if (!last) return;
  event.preventDefault();
  act(last);
}

function ToastCard({ toast, paused, closeLabel }: { toast: Toast; paused: boolean; closeLabel: string }) {
  const left = useRef<number>(toastLimits.showMs);
  const card = useRef<HTMLLIElement>(null);
  const grabbed = useRef<{ x: number; y: number } | undefined>(undefined);

  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(500, left.current - (performance.now() - since));
    };
  }, [paused, toast.id]);

  const moved = (event: PointerEvent) => {
    if (!grabbed.current) return { x: 0, y: 0 };
    return { x: event.clientX - grabbed.current.x, y: event.clientY - grabbed.current.y };
  };
  const put = (x: number) => {
    if (!card.current) return;
    card.current.style.transform = x ? `translateX(${x}px)` : '';
    card.current.style.opacity = x ? String(Math.max(0.3, 1 - Math.abs(x) / 240)) : '';
  };
  const { Icon, ink } = icons[toast.tone];

  return (
    <li
      ref={card}
      onPointerDown={(event) => {
        if ((event.target as Element).closest('button')) return;
        grabbed.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      // A text that was selected would be dragged along, and the toast left where it is.
      onDragStart={(event) => event.preventDefault()}
      onPointerMove={(event) => grabbed.current && put(moved(event).x)}
      onPointerUp={(event) => {
        const { x } = moved(event);
        grabbed.current = undefined;
        if (Math.abs(x) >= toastLimits.swipePx) dismissToast(toast.id);
        else put(0);
      }}
      onPointerCancel={() => {
        grabbed.current = undefined;
        put(0);
      }}
      className="speech enter-dialog pointer-events-auto flex touch-pan-y items-start gap-3 border border-line bg-raised py-3 ps-4 pe-2 shadow-3 [--speech-size:var(--radius-3)]"
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={cx('mt-0.5 shrink-0', ink)} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-0.5 text-md [overflow-wrap:anywhere]">
        <p className="font-strong text-text">{toast.title}</p>
        {toast.description && <p className="text-text-2">{toast.description}</p>}
        {toast.limit && (
          <p>
            <PlanLink limit={toast.limit} />
          </p>
        )}
      </div>
      {toast.action && (
        <button
          type="button"
          aria-keyshortcuts={toast.action.undoes && 'Control+Z Meta+Z'}
          onClick={() => act(toast)}
          className="min-h-8 shrink-0 rounded-2 px-2 text-md font-strong text-accent-text hover:bg-hover touch-target"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => dismissToast(toast.id)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-2 text-text-3 hover:bg-hover hover:text-text touch-target"
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}

/** The toasts, on every screen. Two live regions: refusals interrupt, the rest waits its turn. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useStore(toasts).filter((toast) => !toast.dismissed);
  const [held, setHeld] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);

  useEffect(() => {
    const note = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  useEffect(() => {
    document.addEventListener('keydown', undoByKeyboard);
    return () => document.removeEventListener('keydown', undoByKeyboard);
  }, []);
  // The pointer leaves without a word when its toast does.
  useEffect(() => {
    if (shown.length === 0) setHeld(false);
  }, [shown.length]);

  const list = (toastsOfRegion: Toast[], live: 'polite' | 'assertive') => (
    <ol aria-live={live} aria-relevant="additions" className="flex flex-col gap-2 not-empty:not-last:mb-2">
      {toastsOfRegion.map((toast) => (
        // What can be undone happens in a hidden tab, too, and its Undo goes with it.
        <ToastCard
          key={toast.id}
          toast={toast}
          paused={hidden ? !toast.action?.undoes : held}
          closeLabel={closeLabel}
        />
      ))}
    </ol>
  );
  return (
    <section
      aria-label={label}
      data-toasts=""
      // Not on entering: a toast that comes where the pointer rests is not being read.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        // Without a toast it has no height: its change of place then moves nothing.
        'pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-(--z-toast) flex flex-col sm:start-auto sm:end-6 sm:bottom-6 sm:w-96',
        // On phones what one would press stands where they would: a bar's buttons, an empty list's, and a sheet's.
        'max-sm:in-[body:has([data-bottom-bar])]:bottom-24',
        'max-sm:in-[body:has([data-empty-state])]:top-18 max-sm:in-[body:has([data-empty-state])]:bottom-auto',
        'max-sm:in-[body:has([role=dialog])]:top-4 max-sm:in-[body:has([role=dialog])]:bottom-auto',
      )}
    >
      {list(
        shown.filter((toast) => toast.tone === 'danger'),
        'assertive',
      )}
      {list(
        shown.filter((toast) => toast.tone !== 'danger'),
        'polite',
      )}
    </section>
  );
}
