import { createContext, type ReactNode, use, useEffect } from 'react';

export interface PageHeadProps {
  title: string;
  /** One sentence. */
  description?: ReactNode;
  /** One primary action, with at most one beside it. */
  actions?: ReactNode;
}

/** What stands beside the h1 of every page: the frame says. */
export const BesideTitle = createContext<ReactNode>(null);

/** Sets "Page · Parlance" while it stands. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · Parlance` : 'Parlance';
  }, [title]);
}

/** The head of a page: its only h1 (focused after navigation), one sentence, its actions. */
export function PageHead({ title, description, actions }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex items-start gap-2">
          <h1 tabIndex={-1} className="display-type text-2xl text-text [overflow-wrap:anywhere]">
            {title}
          </h1>
          {use(BesideTitle)}
        </div>
        {description && <div className="text-md text-text-2">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">{actions}</div>}
    </header>
  );
}
