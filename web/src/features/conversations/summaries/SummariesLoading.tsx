import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';

/** The columns of summaries: the one that is read, and beside it, on wide windows, what there is else. */
export const summaryColumns =
  'grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]';

/** Where a summary will stand. */
export const SummaryLoading = () => <Skeleton className="h-72 w-full rounded-3" />;

/** A placeholder of the whole: the period, the summary, and what stands beside them. */
export const SummariesLoading = () => (
  <AfterPause>
    <div className={summaryColumns}>
      <div className="flex min-w-0 flex-col gap-5">
        <Skeleton className="h-32 w-full rounded-3" />
        <SummaryLoading />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Skeleton className="h-28 w-full rounded-3" />
        <Skeleton className="h-72 w-full rounded-3" />
      </div>
    </div>
  </AfterPause>
);
