import { useAgo, useFormat } from '../../lib/language/format.ts';

/** How long ago, as time goes on; the moment itself in the title. */
export function When({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  const ago = useAgo();
  return (
    <time dateTime={at} title={format.moment(at)} className={className}>
      {ago(at)}
    </time>
  );
}
