import type { Source } from '@parlance/contract/endpoints/sources';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Tells how many files became ready while somebody looked, once no other is awaited. */
export function useReadyNews(files: readonly Source[] | undefined, tell: (ready: number) => void) {
  const awaited = useRef(new Set<string>());
  const ready = useRef(0);
  const announce = useEffectEvent(tell);
  useEffect(() => {
    if (!files) return;
    const known = new Set(files.map(({ id }) => id));
    for (const id of awaited.current) if (!known.has(id)) awaited.current.delete(id);
    for (const { id, status } of files) {
      if (status === 'ready' && awaited.current.delete(id)) ready.current++;
      else if (status === 'error') awaited.current.delete(id);
      else if (status !== 'ready') awaited.current.add(id);
    }
    if (ready.current === 0 || awaited.current.size > 0) return;
    announce(ready.current);
    ready.current = 0;
  }, [files]);
}
