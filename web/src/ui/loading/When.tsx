import { useAgo, useFormat } from '../../lib/language/format.ts';

/** The time since a moment, as it goes on; the moment itself in the title. */
export function When({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  const ago = useAgo();
  return (
    <time dateTime={at} title={format.moment(at)} className={className}>
      {ago(at)}
    </time>
  );
}
