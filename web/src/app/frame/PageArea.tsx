import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useWantedPath } from '../../lib/session/wanted-path.ts';
import { PageLoading } from './PageLoading.tsx';

const pauseMs = 200;

/** Where pages stand: the one that was left makes room when the next is long in coming. */
export function PageArea({
  className = 'contents',
  waitingClassName,
}: {
  className?: string;
  waitingClassName?: string;
}) {
  const { pathname } = useLocation();
  const isLeft = useWantedPath() !== pathname;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLeft) return setLate(false);
    const timer = setTimeout(() => setLate(true), pauseMs);
    return () => clearTimeout(timer);
  }, [isLeft]);
  const isAwaited = isLeft && isLate;
  const waiting = (ms: number) => (
    <div data-waiting="" className={waitingClassName}>
      <PageLoading ms={ms} />
    </div>
  );
  return (
    <>
      <Suspense fallback={waiting(pauseMs)}>
        <div className={isAwaited ? 'hidden' : className}>
          <Outlet />
        </div>
      </Suspense>
      {isAwaited && waiting(0)}
    </>
  );
}
