import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { levelOf } from '../../../lib/queries/usage.ts';
import { Meter, quotaTone } from '../../../ui/display/Meter.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { type Quota, shareOf } from '../quota.ts';
import { texts } from '../texts.ts';

/** One quota: its figure, its bar, and what follows from it. */
export function QuotaCard({
  label,
  tip,
  quota,
  facts,
  level,
  note,
}: {
  label: string;
  tip?: ReactNode;
  quota: Quota;
  facts: readonly { label: string; value: ReactNode }[];
  /** The level of what is used, where that is an alarm. */
  level?: ReturnType<typeof levelOf>;
  /** A sentence below. */
  note?: string | undefined;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const limit = quota.limit === null ? t.unlimited : format.compact(quota.limit);
  // Nobody is greeted with a zero: before the first token it says what there is.
  const isUnused = quota.used === 0;
  return (
    <Card>
      <div className="flex items-center gap-1">
        <h2 className="text-sm font-medium text-text-2">{label}</h2>
        {tip}
      </div>
      <p className="mt-0.5 mb-3 flex items-baseline gap-2">
        <span className="display-type tabular text-3xl first-letter:uppercase">
          {isUnused ? limit : format.compact(quota.used)}
        </span>
        <span className="tabular text-md text-text-3">
          {!isUnused ? `/ ${limit}` : quota.limit !== null && t.atHand}
        </span>
      </p>
      <Meter
        label={label}
        share={shareOf(quota)}
        tone={quotaTone(level)}
        valueText={t.usedOf(
          format.number(quota.used),
          quota.limit === null ? t.unlimited : format.number(quota.limit),
        )}
      />
      {facts.length > 0 && (
        <dl className="mt-4 flex divide-x divide-line border-t border-line pt-3.5">
          {facts.map((fact) => (
            <div key={fact.label} className="min-w-0 flex-1 px-3 first:ps-0 last:pe-0">
              <dt className="text-sm text-text-2">{fact.label}</dt>
              <dd className="tabular truncate text-md font-strong">{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className="mt-3 text-sm text-text-2 text-pretty">{note}</p>}
    </Card>
  );
}
