import { useEffect, useState } from 'react';

/** Whole seconds since a moment; of a clock that runs behind the server's, none. */
export function useSecondsSince(at: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  return Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
}
