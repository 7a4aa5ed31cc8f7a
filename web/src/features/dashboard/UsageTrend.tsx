import { ChartLine, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { AreaChart } from '../../ui/display/AreaChart.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../ui/loading/Skeleton.tsx';
import { trendQuery } from './queries.ts';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The last 30 days, as a curve or as the same figures in a table. */
export function UsageTrend() {
  const t = useTexts(texts);
  const format = useFormat();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { data, error, refetch } = useQuery(trendQuery);
  return (
    <Card
      title={t.usageTitle}
      aside={
        <Segmented
          label={t.view}
          value={view}
          onChange={setView}
          iconsOnly
          options={[
            { value: 'chart', label: t.chart, icon: <ChartLine {...icon} /> },
            { value: 'table', label: t.table, icon: <Table2 {...icon} /> },
          ]}
        />
      }
    >
      {error && <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-55 w-full" />}
      {data && view === 'chart' && (
        <AreaChart
          label={t.chartLabel}
          points={data.items.map(({ date, message }) => ({
            label: format.day(`${date}T12:00:00Z`),
            title: format.date(`${date}T12:00:00Z`),
            value: message,
          }))}
          compact={format.compact}
          exact={(value) => t.tokens(format.number(value))}
        />
      )}
      {data && view === 'table' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div tabIndex={0} className="max-h-60 overflow-y-auto rounded-2">
          <table className="w-full text-md">
            <caption className="visually-hidden">{t.usageTitle}</caption>
            <thead className="sticky top-0 bg-surface text-sm text-text-2">
              <tr>
                <th scope="col" className="py-1.5 text-start font-medium">
                  {t.day}
                </th>
                <th scope="col" className="py-1.5 text-end font-medium">
                  {t.messageTokens}
                </th>
                <th scope="col" className="py-1.5 text-end font-medium">
                  {t.storageTokens}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.toReversed().map(({ date, message, storage }) => (
                <tr key={date} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-regular">
                    {format.date(`${date}T12:00:00Z`)}
                  </th>
                  <td className="tabular py-1.5 text-end">{format.number(message)}</td>
                  <td className="tabular py-1.5 text-end">{format.number(storage)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
