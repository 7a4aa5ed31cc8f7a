import { type AnyEndpoint, addressOf } from '@parlance/contract/endpoint';
import { call, callHeaders, ProblemError } from '../lib/api.ts';
import { sentenceOf } from '../lib/refusal.ts';
import { onLeaving } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';
import { showToast } from './toasts.ts';

export interface DeletingCall {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: unknown;
}

interface Deletion<Shown> {
  hides: (what: Shown) => boolean;
  /** Of all that a filter shows, loaded or not: that filter. */
  all: string | undefined;
  carryOut: () => Promise<void>;
  /** The page goes: no time to wait for an answer. */
  sendOff: () => void;
}

export const isDeleted = <Shown>(list: readonly Deletion<Shown>[], what: Shown): boolean =>
  list.some(({ hides }) => hides(what));

/** Deletions of what a list shows, each undone for as long as its toast stands. */
export function createDeletions<Shown>() {
  /** What is gone for who looks at it, and on the server once it can no longer be taken back. */
  const deletions = createStore<readonly Deletion<Shown>[]>([]);
  onLeaving(() => Promise.all(deletions.get().map((one) => one.carryOut())));
  window.addEventListener('pagehide', () => {
    for (const one of deletions.get()) one.sendOff();
  });

  /** Hides at once, and deletes when the toast that offers Undo is gone, or who deletes goes. */
  function deleteSoon({
    hides,
    all,
    calls,
    afterwards,
    undone,
    said,
  }: {
    hides: Deletion<Shown>['hides'];
    all?: string;
    /** What is deleted is what stands there now, however long the toast stays. */
    calls: Promise<() => readonly DeletingCall[]>;
    afterwards: () => Promise<unknown>;
    /** Where the keyboard goes on, what it was on being gone with the toast. */
    undone?: () => void;
    said: { title: string; undo: string; failed: string };
  }) {
    let known: (() => readonly DeletingCall[]) | undefined;
    let headers: Headers | undefined;
    let carriedOut: Promise<void> | undefined;
    let isOver = false;
    calls.then(
      async (they) => {
        known = they;
        headers = await callHeaders({ access: 'user' });
      },
      // Told when it is carried out.
      () => {},
    );

    const one: Deletion<Shown> = {
      hides,
      all,
      carryOut() {
        if (!isOver) carriedOut ??= deleteNow();
        return carriedOut ?? Promise.resolve();
      },
      sendOff() {
        if (isOver || carriedOut || !known || !headers) return;
        isOver = true;
        headers.set('Content-Type', 'application/json');
        for (const { endpoint, params, body } of known())
          void fetch(addressOf(endpoint, params), {
            method: endpoint.method,
            headers,
            body: body === undefined ? null : JSON.stringify(body),
            keepalive: true,
          });
      },
    };
    const leave = () => deletions.set(deletions.get().filter((other) => other !== one));

    async function deleteNow() {
      try {
        for (const { endpoint, params, body } of (await calls)())
          await call(endpoint, { params, body } as never).catch((error: unknown) => {
            // Gone already, by another hand.
            if (!(error instanceof ProblemError && error.status === 404)) throw error;
          });
      } catch (error) {
        showToast({ tone: 'danger', title: said.failed, description: sentenceOf(error) });
      }
      isOver = true;
      await afterwards();
      leave();
    }

    deletions.set([...deletions.get(), one]);
    showToast({
      tone: 'success',
      title: said.title,
      action: {
        label: said.undo,
        undoes: true,
        run() {
          isOver = true;
          leave();
          undone?.();
        },
      },
      onGone: () => void one.carryOut(),
    });
  }

  return { deletions, deleteSoon };
}
