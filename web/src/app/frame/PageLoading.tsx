import { Page } from '../../ui/layout/Page.tsx';
import { AfterPause, Skeleton } from '../../ui/loading/Skeleton.tsx';

/** A page whose code is on its way, in the frame. */
export function PageLoading({ ms }: { ms: number }) {
  return (
    <Page>
      <AfterPause isSaid ms={ms}>
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="mt-3 h-40" />
        <Skeleton className="h-64" />
      </AfterPause>
    </Page>
  );
}
