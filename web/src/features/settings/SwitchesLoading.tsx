import { Skeleton } from '../../ui/loading/Skeleton.tsx';

/** Switches on their way, about as high as they will be: what stands below keeps its place. The wait is said beside them, once. */
export const SwitchesLoading = ({ count }: { count: number }) => (
  <div className="flex flex-col gap-3">
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks without a content
      <Skeleton key={place} className="h-15 w-full max-w-(--measure) @md:h-11" />
    ))}
  </div>
);
