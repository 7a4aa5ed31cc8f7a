import type { ReactNode } from 'react';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import type { levelOf } from '../../lib/queries/usage.ts';
import { Meter, quotaTone } from '../../ui/display/Meter.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { texts } from './texts.ts';

export interface Quota {
  used: number;
  limit: number | null;
}

export const shareOf = ({ used, limit }: Quota) => (limit === null ? 0 : limit === 0 ? 1 : used / limit);

/** One quota: its figure, its bar, and what follows from it. */
export function QuotaCard({
  label,
  quota,
  facts,
  level,
}: {
  label: string;
  quota: Quota;
  facts: readonly { label: string; value: ReactNode }[];
  /** The level of what is used, where that is an alarm. */
  level?: ReturnType<typeof levelOf>;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const share = shareOf(quota);
  const limit = quota.limit === null ? t.unlimited : format.compact(quota.limit);
  return (
    <Card>
      <h2 className="text-sm font-medium text-text-2">{label}</h2>
      <p className="mt-0.5 mb-3 flex items-baseline gap-2">
        <span className="display-type tabular text-3xl">{format.compact(quota.used)}</span>
        <span className="tabular text-md text-text-3">/ {limit}</span>
      </p>
      <Meter
        label={label}
        share={share}
        tone={quotaTone(level)}
        valueText={t.usedOf(
          format.number(quota.used),
          quota.limit === null ? t.unlimited : format.number(quota.limit),
        )}
      />
      <dl className="mt-4 flex divide-x divide-line border-t border-line pt-3.5">
        {facts.map((fact) => (
          <div key={fact.label} className="min-w-0 flex-1 px-3 first:ps-0 last:pe-0">
            <dt className="text-sm text-text-2">{fact.label}</dt>
            <dd className="tabular truncate text-md font-strong">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
