import { Link, type To } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { answerTexts } from '../texts.ts';

const classes =
  'speech ms-1 inline-flex h-5 min-w-5 items-center justify-center px-1 align-text-bottom text-xs font-strong [--speech-size:6px]';

/** The number of a citation, at the end of its sentence; it leads to its passage, where that is still there. */
export function CitationChip({
  number,
  name,
  to,
  isElsewhere = false,
}: {
  number: number;
  name?: string | undefined;
  to?: To | undefined;
  /** Whether it opens in a tab of its own: what stands here is unsaved. */
  isElsewhere?: boolean;
}) {
  const t = useTexts(answerTexts);
  if (name === undefined || to === undefined)
    return <span className={`${classes} bg-hover text-text-2`}>{number}</span>;
  return (
    <Link
      to={to}
      preventScrollReset
      {...(isElsewhere ? { target: '_blank' } : {})}
      aria-label={isElsewhere ? t.citationElsewhere(number, name) : t.citation(number, name)}
      className={`${classes} bg-accent text-accent-ink hover:bg-accent-hover`}
    >
      {number}
    </Link>
  );
}
