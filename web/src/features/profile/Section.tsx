import { type ReactNode, useId } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Skeleton } from '../../ui/loading/Skeleton.tsx';

/** A part of the page: what it is about, and beside it (below it where there is no room) its cards. */
export function Section({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      id={id}
      data-tour={id}
      aria-labelledby={heading}
      className="grid scroll-mt-20 gap-4 border-t border-line pt-6 xl:grid-cols-[16rem_minmax(0,1fr)] xl:gap-x-10"
    >
      <div className="flex flex-col gap-1">
        <h2 id={heading} className="display-type text-xl">
          {title}
        </h2>
        <p className="text-md text-text-2">{description}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** One subject of a part. */
export function Matter({
  level: Heading = 'h3',
  title,
  tip,
  description,
  aside,
  children,
}: {
  /** Where no part of the page stands around it: `h2`. */
  level?: 'h2' | 'h3';
  title: string;
  /** Beside the title: what explains it. */
  tip?: ReactNode;
  description?: ReactNode;
  /** At the end of the title's line: its state, its action. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="flex items-center gap-1">
              <Heading id={heading} className="display-type text-lg">
                {title}
              </Heading>
              {tip}
            </div>
            {aside}
          </div>
          {description && <div className="max-w-(--measure) text-md text-text-2">{description}</div>}
        </div>
        {children}
      </div>
    </Card>
  );
}

/** Lines of a list that is on its way. */
export const LinesLoading = () => (
  <div className="flex flex-col gap-3">
    <LoadingSaid />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
  </div>
);

/** The wait in words, for those who do not see the still blocks. */
export function LoadingSaid() {
  const w = useTexts(words);
  return (
    <p role="status" className="visually-hidden">
      {w.loading}
    </p>
  );
}

/** A line of such a list: a glyph, a name with what is known of it, what can be done. */
export function Line({
  icon,
  name,
  facts,
  children,
}: {
  icon: ReactNode;
  name: ReactNode;
  facts?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className="flex size-9 shrink-0 items-center justify-center rounded-2 bg-sunken text-text-2"
      >
        {icon}
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-md font-medium text-text [overflow-wrap:anywhere]">
          {name}
        </div>
        {facts && <div className="text-sm text-text-3">{facts}</div>}
      </div>
      {children}
    </li>
  );
}
