import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { ChartFrame } from '../../../ui/charts/ChartFrame.tsx';
import { SeriesBody } from '../../../ui/charts/SeriesCard.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { byChatbotQuery, trendQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { ByChatbot } from './ByChatbot.tsx';

/** The last 30 days, day by day or by chatbot; each as a chart or as the same figures in a table. */
export function UsageCard() {
  const t = useTexts(texts);
  // The server has named the days: here they are only written.
  const format = useFormat('UTC');
  const [part, setPart] = useState<'overview' | 'chatbots'>('overview');
  const trend = useQuery(trendQuery);
  const byChatbot = useQuery(byChatbotQuery);
  const { data, error, refetch } = part === 'overview' ? trend : byChatbot;
  const days = trend.data?.items ?? [];
  const isEmpty =
    part === 'overview'
      ? trend.data !== undefined && days.every(({ message, storage }) => message + storage === 0)
      : byChatbot.data?.items.length === 0;
  return (
    <ChartFrame
      title={t.usageTitle}
      failure={error && !data ? { title: t.loadFailed, error, onRetry: () => void refetch() } : undefined}
      aside={
        <Segmented
          label={t.usageTitle}
          value={part}
          onChange={setPart}
          options={[
            { value: 'overview', label: t.overview },
            { value: 'chatbots', label: t.byChatbot },
          ]}
        />
      }
      draw={(view, showTable) => {
        if (isEmpty)
          return (
            <p className="grid min-h-70 flex-1 place-items-center px-6 text-center text-md text-text-2 text-balance">
              {t.usageEmpty}
            </p>
          );
        if (part === 'chatbots')
          return byChatbot.data ? (
            <ByChatbot view={view} items={byChatbot.data.items} />
          ) : (
            <Skeleton className="min-h-70 flex-1" />
          );
        return (
          <SeriesBody
            view={view}
            onFailed={showTable}
            label={t.chartLabel}
            pointHeader={t.day}
            form="area"
            points={trend.data?.items.map(({ date }) => ({
              key: date,
              label: format.day(date),
              title: format.date(date),
            }))}
            series={[
              { key: 'message', name: t.messageTokens, values: days.map(({ message }) => message) },
              { key: 'storage', name: t.storageTokens, values: days.map(({ storage }) => storage) },
            ]}
          />
        );
      }}
    />
  );
}
