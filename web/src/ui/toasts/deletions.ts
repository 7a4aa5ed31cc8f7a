import type { AnyEndpoint } from '@parlance/contract/endpoint';
import { call, callKeepalive, maxKeepaliveBytes } from '../../lib/calls/api.ts';
import { isAbsent, sentenceOf } from '../../lib/calls/refusal.ts';
import { onLeaving } from '../../lib/session/session.ts';
import { createStore } from '../../lib/storage/store.ts';
import { dismissToast, reportOutcome, showToast } from './toasts.ts';

export interface DeletingCall {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: unknown;
}

interface Deletion<Shown> {
  hides: (what: Shown) => boolean;
  /** The filter, where all that it shows is deleted, loaded or not. */
  all: string | undefined;
  carryOut: () => Promise<void>;
}

/** A deletion that the server has not confirmed, of whatever kind. */
interface Pending {
  carryOut: () => Promise<void>;
  /** Sends the call as the page goes: no time to wait for an answer, nor to ask whether an earlier call has arrived. */
  sendOff: () => void;
  bytes: () => number;
}
const pending = new Set<Pending>();

const commitAll = () => Promise.all([...pending].map((one) => one.carryOut()));
const flushAll = () => {
  for (const one of pending) one.sendOff();
};
onLeaving(commitAll);
window.addEventListener('pagehide', flushAll);
// A hidden page may be frozen, and then never wake.
document.addEventListener('freeze', flushAll);
window.addEventListener('beforeunload', (event) => {
  const bytes = [...pending].reduce((sum, one) => sum + one.bytes(), 0);
  if (bytes <= maxKeepaliveBytes) return;
  event.preventDefault();
  void commitAll();
});

export const isDeleted = <Shown>(list: readonly Deletion<Shown>[], what: Shown): boolean =>
  list.some(({ hides }) => hides(what));

type Send = (endpoint: AnyEndpoint, options: Omit<DeletingCall, 'endpoint'>) => Promise<unknown>;

/** Sends a deletion; what somebody else has deleted already is gone, too. */
const createSender =
  (send: Send) =>
  ({ endpoint, ...options }: DeletingCall) =>
    send(endpoint, options).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
const send = createSender(call as Send);
const sendKept = createSender(callKeepalive as Send);

/** Deletions of what a list shows, each undone for as long as its toast stands. */
export function createDeletions<Shown>() {
  /** What is gone for who looks at it, and on the server once it can no longer be undone. */
  const deletions = createStore<readonly Deletion<Shown>[]>([]);

  /** Hides at once, and deletes when the toast that offers Undo is gone, or who deletes goes. */
  function deleteSoon({
    hides,
    all,
    calls,
    begins,
    afterwards,
    undone,
    said,
  }: {
    hides: Deletion<Shown>['hides'];
    all?: string;
    /** The calls as they are when they are made: what is deleted is what stood there before. */
    calls: () => readonly DeletingCall[];
    begins?: () => void;
    afterwards: () => Promise<unknown>;
    /** Moves the focus on, what had it being gone with the toast. */
    undone?: () => void;
    said: { title: string; undo: string; failed: string };
  }) {
    let carriedOut: Promise<void> | undefined;
    let toast = 0;

    const one = {
      hides,
      all,
      carryOut() {
        if (!pending.has(one)) return carriedOut ?? Promise.resolve();
        return begin(async () => {
          for (const each of calls()) await send(each);
        });
      },
      sendOff() {
        const sent = Promise.all(calls().map(sendKept));
        sent.catch(() => {});
        // A page that comes back goes on where it was.
        void begin(() => sent);
      },
      bytes: () => calls().reduce((sum, { body }) => sum + JSON.stringify(body ?? '').length, 0),
    };
    const leave = () => {
      pending.delete(one);
      deletions.set(deletions.get().filter((other) => other !== one));
    };

    /** Begins an act that can't be undone while it runs, so that undoing is no longer offered. */
    function begin(act: () => Promise<unknown>): Promise<void> {
      if (!carriedOut) {
        begins?.();
        carriedOut = finish(act);
        dismissToast(toast);
      }
      return carriedOut;
    }

    async function finish(act: () => Promise<unknown>) {
      try {
        await act();
        reportOutcome(said.failed).succeeded();
      } catch (error) {
        reportOutcome(said.failed).failed(sentenceOf(error));
      }
      pending.delete(one);
      await afterwards();
      leave();
    }

    pending.add(one);
    deletions.set([...deletions.get(), one]);
    toast = showToast({
      tone: 'success',
      title: said.title,
      action: {
        label: said.undo,
        undoes: true,
        run() {
          if (carriedOut) return;
          leave();
          undone?.();
        },
      },
      onGone: () => void one.carryOut(),
    });
  }

  return { deletions, deleteSoon };
}
