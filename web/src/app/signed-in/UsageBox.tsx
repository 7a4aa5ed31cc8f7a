import type { Usage } from '@parlance/contract/endpoints/usage';
import { planNames } from '@parlance/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { prefetch } from '../../lib/queries/prefetch.ts';
import { levelOf, usageQuery } from '../../lib/queries/usage.ts';
import { Tooltip } from '../../ui/buttons/Tooltip.tsx';
import { Meter, quotaTone } from '../../ui/display/Meter.tsx';
import { usageTexts } from './usage-texts.ts';

const shareOf = ({ used, limit }: Usage['message']) => (limit ? used / limit : limit === 0 ? 1 : 0);

const isNear = (level: ReturnType<typeof levelOf>) => level === 'warning90' || level === 'exceeded';

/** A target whose screen is fetched as soon as somebody is about to go there. */
const ahead = (to: string) => ({
  to,
  onPointerEnter: () => prefetch(to),
  onFocus: () => prefetch(to),
});

/** Two quotas, the plan and its renewal; in the narrow rail the bars alone. It leads to where the tokens went. */
export function UsageBox({ narrow, onNavigate }: { narrow?: boolean; onNavigate?: () => void }) {
  const t = useTexts(usageTexts);
  const { data: usage, isError } = useQuery(usageQuery);
  const format = useFormat(usage?.timeZone);
  if (!usage) {
    return (
      <div
        className={
          narrow
            ? 'mx-3.5 h-16'
            : 'mx-3.5 h-33 rounded-3 border border-rail-line p-3.5 text-sm text-rail-text-2'
        }
      >
        {isError && !narrow && t.usageFailed}
      </div>
    );
  }
  const rows = [
    { key: 'message' as const, short: t.messages, name: t.messageTokens, quota: usage.message },
    { key: 'storage' as const, short: t.storage, name: t.storageTokens, quota: usage.storage },
  ].map((row) => {
    const share = shareOf(row.quota);
    const limit = row.quota.limit === null ? t.unlimited : format.number(row.quota.limit);
    return {
      ...row,
      share,
      level: levelOf(usage, row.key),
      said: t.usedOf(format.number(row.quota.used), limit),
    };
  });

  const audit = { ...ahead('/token-audit'), onClick: onNavigate };

  if (narrow) {
    return (
      <Tooltip text={t.usage} side="right">
        <Link
          data-tour="plan"
          {...audit}
          className="mx-3 flex flex-col gap-2.5 rounded-2 border border-rail-line p-2 motion-fast hover:bg-rail-hover"
        >
          <span className="visually-hidden">{t.usage}</span>
          {rows.map((row) => (
            <span key={row.key} className="flex flex-col gap-1 text-center text-xs text-rail-text-2">
              <span
                aria-hidden="true"
                className={isNear(row.level) ? 'font-strong text-rail-text' : undefined}
              >
                {row.quota.limit === null ? '∞' : format.percent(row.share)}
              </span>
              <Meter
                onRail
                size="sm"
                label={row.name}
                share={row.share}
                valueText={row.said}
                tone={quotaTone(row.level)}
              />
            </span>
          ))}
        </Link>
      </Tooltip>
    );
  }
  return (
    <section
      data-tour="plan"
      aria-label={t.usage}
      className="mx-3.5 flex flex-col rounded-3 border border-rail-line bg-rail-hover/40 text-sm text-rail-text-2"
    >
      <Link
        {...audit}
        className="flex flex-col gap-2.5 rounded-3 px-3.5 pt-3.5 pb-2 motion-fast hover:bg-rail-hover"
      >
        <span className="visually-hidden">{t.usage}</span>
        {rows.map((row) => (
          <div key={row.key} className="flex flex-col gap-1.5">
            <div className="flex items-center justify-between gap-2">
              <span>{row.short}</span>
              <span className="flex items-center gap-1 font-strong text-rail-text">
                {isNear(row.level) && (
                  <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" className="shrink-0" />
                )}
                {row.quota.limit === null ? t.unlimited : format.percent(row.share)}
              </span>
            </div>
            <Meter
              onRail
              size="sm"
              label={row.name}
              share={row.share}
              valueText={row.said}
              tone={quotaTone(row.level)}
            />
            {isNear(row.level) && (
              <p className="text-xs text-rail-text">{row.level === 'exceeded' ? t.exceeded : t.almost}</p>
            )}
          </div>
        ))}
      </Link>
      <p className="flex items-center justify-between gap-2 px-3.5 pt-0.5 pb-3">
        <span className="min-w-0">
          {usage.plan === 'free' ? t.free : planNames[usage.plan]} ·{' '}
          <span className="visually-hidden">{t.renewal}</span> {format.day(usage.renewsAt)}
        </span>
        {usage.plan !== 'enterprise' && (
          <Link
            {...ahead('/pricing')}
            onClick={onNavigate}
            className="shrink-0 rounded-1 font-strong text-accent touch-target hover:underline"
          >
            {t.upgrade}
          </Link>
        )}
      </p>
    </section>
  );
}
