import type { PlanLimit } from '@parlance/contract/plans';
import { createStore } from '../../../lib/storage/store.ts';

export interface Upload {
  id: string;
  chatbotId: string;
  name: string;
  /** Bytes of the file. */
  size: number;
  /** `interrupted`: the connection broke, and it goes on by itself. */
  state: 'waiting' | 'sending' | 'interrupted' | 'refused' | 'sent';
  /** Bytes that are stored, or on their way. */
  sent: number;
  /** The time since which all of it is sent. */
  sentAt?: number;
  /** The source that holds the same bytes, where they were known: nothing was added. */
  knownAs?: string;
  /** Why it was refused. */
  message?: string;
  /** The limit of the plan that it was refused for. */
  limit?: PlanLimit | undefined;
  /** Whether it was refused for what may have passed: the next try may do better. */
  mayRetry?: boolean;
}

/** Files on their way: they go on while their owner looks at another screen, and after a reload of the page. */
export const uploads = createStore<readonly Upload[]>([]);

/** Storage tokens that were left when the uploads under way, or the last ones, began. */
export const storageBefore = createStore<number | undefined>(undefined);

export const isOnItsWay = ({ state }: Upload) => state !== 'refused' && state !== 'sent';

/**
 * Whether the list of sources, last asked for at `listedAt`, holds it: a file leaves the uploads for the table in one step,
 * so that what stands there stays where it is. What was known already has nothing new in the table.
 */
export const isListed = ({ knownAs, sentAt }: Upload, listedAt: number) =>
  knownAs === undefined && sentAt !== undefined && sentAt < listedAt;

/** The share of all bytes that are not refused that is sent; 1 when there are none. */
export function shareSent(list: readonly Upload[]): number {
  const wanted = list.filter(({ state }) => state !== 'refused');
  const bytes = wanted.reduce((sum, { size }) => sum + size, 0);
  return bytes === 0 ? 1 : wanted.reduce((sum, { sent }) => sum + sent, 0) / bytes;
}
