import type { Summary } from '@parlance/contract/endpoints/summaries';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { useAddress } from '../address.ts';
import { isRunning } from './queries.ts';
import { periodTitles, summaryTexts } from './texts.ts';

/** The summaries of a chatbot, the newest first. */
export function EarlierSummaries({
  summaries,
  shownId,
  list,
  onDelete,
}: {
  summaries: readonly Summary[];
  shownId: string | undefined;
  list: Parameters<typeof LoadMore>[0]['list'];
  onDelete: (summary: Summary) => void;
}) {
  const t = useTexts(summaryTexts);
  const format = useFormat();
  const { to } = useAddress();
  return (
    <Card title={t.earlier}>
      {summaries.length === 0 && <p className="text-md text-text-2">{t.noEarlier}</p>}
      <ul className="flex flex-col">
        {summaries.map((summary) => {
          const { id, period, createdAt, conversations, status } = summary;
          const title = t[periodTitles[period]];
          return (
            <li
              key={id}
              data-summary={id}
              className="relative flex items-center gap-2 border-t border-line py-2 first:border-0"
            >
              <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                <Link
                  to={to({ summary: id, period })}
                  preventScrollReset
                  aria-current={id === shownId || undefined}
                  className="rounded-1 text-md font-medium text-text touch-target hover:underline aria-[current]:text-accent-text"
                >
                  {title}
                </Link>
                <span className="flex flex-wrap items-center gap-x-2 text-sm text-text-3">
                  <When at={createdAt} />
                  {status === 'done' && (
                    <span>{t.conversations(conversations, format.number(conversations))}</span>
                  )}
                  {isRunning(summary) && <Pill tone="info">{t.isRunning}</Pill>}
                  {status === 'error' && <Pill tone="danger">{t.hasFailed}</Pill>}
                </span>
              </span>
              {!isRunning(summary) && (
                <IconButton size="sm" label={t.deleteOf(title)} onClick={() => onDelete(summary)}>
                  <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {list.hasNextPage && (
        <div className="mt-3 flex flex-col">
          <LoadMore list={list} />
        </div>
      )}
    </Card>
  );
}
