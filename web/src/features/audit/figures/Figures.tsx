import type { Bucket } from '@parlance/contract/endpoints/usage';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Tile } from '../../../ui/display/Tile.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { bucketsFor, useAuditAddress } from '../address.ts';
import { useAuditDates } from '../dates.ts';
import type { History } from '../queries.ts';
import { averageTexts, peakTexts, texts } from '../texts.ts';

/** The first ones are lower where they stand in two rows: the peak's date is in the second. */
const firstTile = 'h-18.5 w-full rounded-3 lg:h-23';
const lastTile = 'h-23 w-full rounded-3';

/** The total, and how it spreads over hours, days or months. */
export function Figures({ history, timeZone }: { history: History | undefined; timeZone: string }) {
  const t = useTexts(texts);
  const averages = useTexts(averageTexts);
  const peaks = useTexts(peakTexts);
  const format = useFormat();
  const dates = useAuditDates(timeZone);
  const { filter, view, put } = useAuditAddress();
  const buckets = bucketsFor(filter);
  const chosen = (view.bucket || history?.bucket) ?? 'day';
  const bucket = history?.bucket ?? chosen;
  const peak = history?.peak;
  return (
    <section className="flex flex-col gap-3" aria-label={t.summary}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display-type text-lg">{t.summary}</h2>
        <Segmented<Bucket>
          label={t.per}
          value={chosen}
          onChange={(per) => put({ per })}
          options={buckets.map((value) => ({ value, label: t[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {history ? (
          <>
            <Tile label={t.total} value={format.number(history.total)} />
            <Tile
              label={averages[bucket]}
              tip={<HelpTip about="average" />}
              value={format.number(history.average)}
            />
            <Tile
              label={peaks[bucket]}
              value={format.number(peak?.tokens ?? 0)}
              {...(peak && { help: dates.titleOf(peak.at, bucket) })}
            />
            <Tile label={t.entries} value={format.number(history.entries)} />
          </>
        ) : (
          <>
            <Skeleton className={firstTile} />
            <Skeleton className={firstTile} />
            <Skeleton className={lastTile} />
            <Skeleton className={lastTile} />
          </>
        )}
      </div>
    </section>
  );
}
