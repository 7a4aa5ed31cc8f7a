import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { refetchChanged } from './changed-pages.ts';
import { type Liveness, type RowChange, type WatchedTable, watchRows } from './realtime.ts';

/** Milliseconds between two fetches of a list: while changes are reported, and while they are not. */
const liveRefetchMs = 60_000;
const busyRefetchMs = 5000;
const idleRefetchMs = 15_000;
/** Milliseconds within which many changes are one fetch. */
const refetchPauseMs = 1000;

export const refetchIntervalMs = (liveness: Liveness, isBusy: boolean) =>
  liveness === 'live' ? liveRefetchMs : isBusy ? busyRefetchMs : idleRefetchMs;

export interface DeletedRow {
  id: string;
  /** The row's name; null of a page that nobody has read: a crawl that stops takes it with it. */
  name: string | null;
}

/** Refetches what a table's changes make stale, at most once a second. */
export function useRowChanges({
  table,
  filter,
  queryKey,
  isHeld,
  onChange,
  onDeleted,
}: {
  table: WatchedTable;
  filter?: string;
  /** What a change makes stale. */
  queryKey: QueryKey;
  /** Whether nothing is to move under who reads it; changes are reported all the same. */
  isHeld?: () => boolean;
  onChange?: (change: RowChange) => void;
  /** Called with deleted rows; those that go together come together. */
  onDeleted?: (told: DeletedRow[]) => void;
}): Liveness {
  const client = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const refresh = useEffectEvent((ids: ReadonlySet<string> | undefined) => {
    if (isHeld?.()) return undefined;
    return ids ? refetchChanged(client, queryKey, ids) : client.invalidateQueries({ queryKey });
  });
  const tellChange = useEffectEvent((change: RowChange) => onChange?.(change));
  const announce = useEffectEvent((told: DeletedRow[]) => onDeleted?.(told));
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = 0;
    let isLooking = false;
    // Without any, all may have changed.
    let changed: Set<string> | undefined = new Set();
    let deleted: DeletedRow[] = [];
    let telling: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      telling = undefined;
      announce(deleted);
      deleted = [];
    };
    const look = async () => {
      waiting = isLooking ? setTimeout(look, refetchPauseMs) : undefined;
      if (isLooking) return;
      isLooking = true;
      const ids = changed;
      changed = new Set();
      await refresh(ids);
      isLooking = false;
      lookedAt = Date.now();
    };
    const lookSoon = () => {
      waiting ??= setTimeout(look, Math.max(0, lookedAt + refetchPauseMs - Date.now()));
    };
    const stop = watchRows({
      table,
      filter,
      onChange(change) {
        const { eventType, new: record, old } = change;
        changed?.add(String(record.id ?? old.id));
        tellChange(change);
        if (eventType === 'DELETE') {
          deleted.push({ id: String(old.id), name: old.name === null ? null : String(old.name) });
          telling ??= setTimeout(tell, refetchPauseMs);
        }
        lookSoon();
      },
      onLiveness(now) {
        setLiveness(now);
        // What happened before is reported to nobody.
        if (now !== 'live') return;
        changed = undefined;
        lookSoon();
      },
    });
    return () => {
      clearTimeout(waiting);
      clearTimeout(telling);
      stop();
    };
  }, [table, filter]);
  return liveness;
}
