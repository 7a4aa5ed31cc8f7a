import type { Context } from '../../context.ts';
import type { Change } from './bindings.ts';

/** What a joined channel wants to hear of. */
export interface Listener {
  userId: string;
  sessionId: string;
  onChange(change: Change): void;
  onSessionEnd(): void;
}

type HubNotice = { session: string } | ({ owner: string } & Change);

const endedSessionMs = 60_000;

/**
 * Brings what the database tells of changes and ended sessions to the channels of this process. `missed` is called when
 * something may have been told to nobody: who listened must begin anew.
 */
export class Hub {
  readonly #context: Context;
  readonly #missed: () => void;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Sessions that ended a moment ago: a join that was under way must not bring one of them back. */
  readonly #ended = new Map<string, number>();
  #listening: Promise<() => Promise<void>> | undefined;
  #isListening = false;

  constructor(context: Context, missed: () => void) {
    this.#context = context;
    this.#missed = missed;
  }

  readonly #hear = (payload: string) => {
    const told = JSON.parse(payload) as HubNotice;
    if ('owner' in told) {
      for (const listener of this.#listeners.get(told.owner) ?? []) listener.onChange(told);
      return;
    }
    const now = performance.now();
    for (const [id, at] of this.#ended) {
      if (at > now - endedSessionMs) break;
      this.#ended.delete(id);
    }
    this.#ended.set(told.session, now);
    for (const listeners of this.#listeners.values())
      for (const listener of [...listeners]) if (listener.sessionId === told.session) listener.onSessionEnd();
  };

  /**
   * Waits until the hub listens: nothing that is told from here on is missed; it does not listen before the first
   * channel needs it.
   */
  async ready(): Promise<void> {
    this.#listening ??= this.#context.database.listen('realtime', this.#hear, () => {
      if (this.#isListening) this.#missed();
    });
    try {
      await this.#listening;
      this.#isListening = true;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  /** Adds a listener; says whether the session is still there to listen for. */
  add(listener: Listener): boolean {
    if (this.#ended.has(listener.sessionId)) return false;
    const listeners = this.#listeners.get(listener.userId) ?? new Set();
    this.#listeners.set(listener.userId, listeners.add(listener));
    return true;
  }

  remove(listener: Listener): void {
    const listeners = this.#listeners.get(listener.userId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(listener.userId);
  }

  async close(): Promise<void> {
    await (await this.#listening?.catch(() => undefined))?.();
  }
}
