import { tokenType } from '@parlance/contract/endpoints/usage';
import { ChartColumn, ChartLine } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { SeriesCard } from '../../../ui/charts/SeriesCard.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { useAuditAddress } from '../address.ts';
import { useAuditDates } from '../dates.ts';
import type { History } from '../queries.ts';
import { seriesTexts, texts } from '../texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Tokens over time, of the kinds that are filtered by. */
export function HistoryCard({ history, timeZone }: { history: History | undefined; timeZone: string }) {
  const t = useTexts(texts);
  const names = useTexts(seriesTexts);
  const { pointsOf } = useAuditDates(timeZone);
  const { filter, view, put } = useAuditAddress();
  const points = useMemo(
    () =>
      history &&
      pointsOf(
        history.items.map(({ at }) => at),
        history.bucket,
      ),
    [history, pointsOf],
  );
  const series = useMemo(
    () =>
      tokenType.options
        .filter((type) => filter.tokenType === '' || filter.tokenType === type)
        .map((type) => ({
          key: type,
          name: names[type],
          values: history?.items.map((item) => item[type]) ?? [],
        })),
    [history, filter.tokenType, names],
  );
  return (
    <SeriesCard
      title={t.history}
      label={t.history}
      pointHeader={t[history?.bucket ?? 'day']}
      points={points}
      series={series}
      form={view.form}
      aside={
        <Segmented
          label={t.drawnAs}
          value={view.form}
          onChange={(form) => put({ as: form === 'bars' ? '' : form })}
          iconsOnly
          options={[
            { value: 'bars', label: t.bars, icon: <ChartColumn {...icon} /> },
            { value: 'lines', label: t.lines, icon: <ChartLine {...icon} /> },
          ]}
        />
      }
    />
  );
}
