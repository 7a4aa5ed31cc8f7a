import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { SeriesCard } from '../../ui/charts/SeriesCard.tsx';
import { trendQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The last 30 days, as a curve or as the same figures in a table. */
export function UsageTrend() {
  const t = useTexts(texts);
  // The server has named the days: here they are only written.
  const format = useFormat('UTC');
  const { data, error, refetch } = useQuery(trendQuery);
  const days = data?.items ?? [];
  return (
    <SeriesCard
      title={t.usageTitle}
      label={t.chartLabel}
      pointHeader={t.day}
      form="area"
      failure={error && !data ? { title: t.loadFailed, error, onRetry: () => void refetch() } : undefined}
      points={data?.items.map(({ date }) => ({
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
}
