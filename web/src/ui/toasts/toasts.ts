import type { PlanLimit } from '@parlance/contract/plans';
import { createStore } from '../../lib/storage/store.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'info' | 'danger';
  title: string;
  description?: string;
  /** An Undo, at most; `undoes`: Ctrl+Z means it, too. */
  action?: { label: string; run: () => void; undoes?: true };
  /** The limit that was in the way: the toast leads to the plan that lifts it. */
  limit?: PlanLimit | undefined;
  /** When it is gone, whatever took it away. */
  onGone?: () => void;
  /** Out of sight and of the accessibility tree; forgotten a while later. */
  dismissed: boolean;
}

/** Figures of specification §9. */
export const toastLimits = { max: 5, showMs: 5000, forgetMs: 5000, swipePx: 50 } as const;

export const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

/** Adds a toast, and drops the oldest where it would be the sixth. */
function add(toast: Omit<Toast, 'id' | 'dismissed'>): number {
  const id = nextId++;
  const shown = toasts.get().filter((other) => !other.dismissed);
  const dropped = shown.slice(0, Math.max(0, shown.length - toastLimits.max + 1));
  toasts.set([
    ...toasts.get().filter((other) => !dropped.includes(other)),
    { ...toast, id, dismissed: false },
  ]);
  for (const { onGone } of dropped) onGone?.();
  return id;
}

/** Shows a toast of what went well, or is good to know; what failed is `told`. */
export const showToast = (toast: Omit<Toast, 'id' | 'dismissed' | 'tone'> & { tone: 'success' | 'info' }) =>
  add(toast);

export function dismissToast(id: number) {
  const gone = toasts.get().find((toast) => toast.id === id && !toast.dismissed);
  if (!gone) return;
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, dismissed: true } : toast)));
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), toastLimits.forgetMs);
  gone.onGone?.();
}

/** Reports on something tried: its failure is shown under its title, and leaves once the same has succeeded. */
export const reportOutcome = (title: string) => ({
  failed: (description?: string, { action, limit }: Pick<Toast, 'action' | 'limit'> = {}) =>
    void add({ tone: 'danger', title, description, action, limit }),
  succeeded() {
    for (const toast of toasts.get())
      if (toast.tone === 'danger' && toast.title === title) dismissToast(toast.id);
  },
});
