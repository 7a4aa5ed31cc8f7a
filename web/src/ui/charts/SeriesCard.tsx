import { useState } from 'react';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Button } from '../buttons/Button.tsx';
import { onDemand } from '../loading/OnDemand.tsx';
import { Skeleton } from '../loading/Skeleton.tsx';
import { type ChartCardProps, ChartFrame } from './ChartFrame.tsx';
import { colourOf, dashOf } from './colours.ts';
import type { SeriesChartProps } from './SeriesChart.tsx';
import { type Series, totalsOf } from './scale.ts';
import { texts } from './texts.ts';

const SeriesChart = onDemand<SeriesChartProps>(() =>
  import('./SeriesChart.tsx').then((file) => file.SeriesChart),
);

const filling = <Skeleton className="absolute inset-0" />;

export interface SeriesCardProps extends ChartCardProps, Omit<SeriesChartProps, 'points'> {
  /** The head of the table's first column: day, month. */
  pointHeader: string;
  /** Undefined as long as they are on their way: the frame keeps their room. */
  points: SeriesChartProps['points'] | undefined;
}

/** Quantities over time, as a chart or as a table of the same figures. */
export function SeriesCard({ label, pointHeader, points, series, form, ...frame }: SeriesCardProps) {
  return (
    <ChartFrame
      {...frame}
      draw={(view, showTable) => (
        <SeriesBody {...{ view, label, pointHeader, points, series, form }} onFailed={showTable} />
      )}
    />
  );
}

/** What stands in such a card, for one that shows other things as well. */
export function SeriesBody({
  view,
  onFailed,
  label,
  pointHeader,
  points,
  series,
  form,
}: Omit<SeriesCardProps, keyof ChartCardProps> & { view: 'chart' | 'table'; onFailed: () => void }) {
  return (
    <>
      {series.length > 1 && view === 'chart' && <Legend series={series} hasLines={form !== 'bars'} />}
      {/* As high in a table, which then scrolls: what stands below must not move. */}
      <div className="relative min-h-60 flex-1">
        {!points && filling}
        {points && view === 'chart' && (
          <SeriesChart {...{ label, points, series, form, onFailed }} fallback={filling} />
        )}
        {points && view === 'table' && (
          <SeriesTable caption={label} pointHeader={pointHeader} points={points} series={series} />
        )}
      </div>
    </>
  );
}

const Legend = ({ series, hasLines }: { series: readonly Series[]; hasLines: boolean }) => (
  <ul aria-hidden="true" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
    {series.map(({ key, name }, place) => (
      <li key={key} className="flex items-center gap-2">
        <svg width="20" height="10" aria-hidden="true">
          {hasLines ? (
            <path
              d="M0 5h20"
              strokeWidth="2"
              strokeDasharray={dashOf(place)}
              className={colourOf(place).stroke}
            />
          ) : (
            <rect x="5" width="10" height="10" rx="2" className={colourOf(place).fill} />
          )}
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

/** Rows that a table begins with, and grows by: a year has 8,760 hours. */
const rowsAtOnce = 200;

/** The newest first. */
function SeriesTable({
  caption,
  pointHeader,
  points,
  series,
}: {
  caption: string;
  pointHeader: string;
  points: SeriesChartProps['points'];
  series: readonly Series[];
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const [count, setCount] = useState(rowsAtOnce);
  const totals = totalsOf(series);
  // Where the card is narrow there is no room for it.
  const hasTotal = series.length > 1;
  const cell = 'py-1.5 ps-3 text-end';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="absolute inset-0 overflow-y-auto rounded-2">
      <table className="w-full text-md">
        <caption className="visually-hidden">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-sm text-text-2">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {pointHeader}
            </th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ))}
            {hasTotal && (
              <th scope="col" className={`${cell} hidden font-medium @sm:table-cell`}>
                {t.total}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points
            .map((point, at) => ({ point, at }))
            .slice(-count)
            .toReversed()
            .map(({ point, at }) => (
              <tr key={point.key} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-regular">
                  {point.title}
                </th>
                {series.map(({ key, values }) => (
                  <td key={key} className={`${cell} tabular`}>
                    {format.number(values[at] ?? 0)}
                  </td>
                ))}
                {hasTotal && (
                  <td className={`${cell} tabular hidden @sm:table-cell`}>
                    {format.number(totals[at] ?? 0)}
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
      {points.length > count && (
        <Button size="sm" className="my-2" onClick={() => setCount(count + 5 * rowsAtOnce)}>
          {w.loadMore}
        </Button>
      )}
    </div>
  );
}
