import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '../../lib/queries/query.ts';
import { usageQuery } from '../../lib/queries/usage.ts';
import { historyKey } from './queries.ts';

/** Whether somebody reads the rows: what comes above them would move what is read. */
const isReading = (rows: HTMLElement | null) => (rows?.getBoundingClientRect().top ?? 0) < 0;

/**
 * Brings the figures up to date when the account's usage has changed, and with them the rows; while somebody reads the
 * rows it waits, and says so.
 */
export function useLiveAudit(rows: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  const [hasNews, setNews] = useState(false);
  const { data: usage, error, refetch } = useQuery(usageQuery);
  // Another time zone has other days.
  const used = usage && `${usage.message.used} ${usage.storage.used} ${usage.timeZone}`;
  const seen = useRef(used);
  const catchUp = useEffectEvent(() => {
    if (isReading(rows.current)) return setNews(true);
    setNews(false);
    return client.invalidateQueries({ queryKey: historyKey });
  });
  useEffect(() => {
    if (used === undefined || seen.current === used) return;
    const isFirst = seen.current === undefined;
    seen.current = used;
    if (!isFirst) void catchUp();
  }, [used]);
  // Who comes back to the figures sees what is new.
  useEffect(() => {
    if (!hasNews) return;
    const onScroll = () => {
      if (!isReading(rows.current)) void catchUp();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [hasNews, rows]);
  return { timeZone: usage?.timeZone, error, refetch, hasNews };
}
