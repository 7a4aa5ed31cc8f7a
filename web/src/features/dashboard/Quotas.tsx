import type { Usage } from '@parlance/contract/endpoints/usage';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { levelOf } from '../../lib/queries/usage.ts';
import { Alert } from '../../ui/layout/Alert.tsx';
import { QuotaCard, shareOf } from './QuotaCard.tsx';
import { texts } from './texts.ts';

/** Which budgets are nearly or wholly used up. */
export function QuotaAlerts({ usage }: { usage: Usage }) {
  const t = useTexts(texts);
  const format = useFormat();
  return usage.alerts.map(({ tokenType, level }) => {
    const kind = tokenType === 'message' ? t.messageTokens : t.storageTokens;
    return (
      <Alert
        key={tokenType}
        tone={level === 'exceeded' ? 'danger' : 'warning'}
        title={
          level === 'exceeded' ? t.exceeded(kind) : t.alert(format.percent(shareOf(usage[tokenType])), kind)
        }
      />
    );
  });
}

/** What an exchange costs on average (specification §9: 2,000 to 3,000 tokens). */
const exchangeTokens = 2500;

/** What the account has used of what its plan allows. */
export function Quotas({
  usage,
  isQuoting,
}: {
  usage: Usage;
  /** An exchange that quotes costs its own words only: no figure of exchanges would be true. */
  isQuoting: boolean;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const left = usage.message.remaining;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:*:last:col-span-2 xl:grid-cols-3 xl:*:last:col-span-1">
      <QuotaCard
        label={t.messageTokens}
        quota={usage.message}
        level={levelOf(usage, 'message')}
        facts={[
          { label: t.left, value: left == null ? t.unlimited : format.number(left) },
          ...(isQuoting || left == null
            ? []
            : [{ label: t.exchanges, value: `≈ ${format.compact(Math.floor(left / exchangeTokens))}` }]),
          { label: t.renews, value: format.day(usage.renewsAt) },
        ]}
      />
      <QuotaCard
        label={t.storageTokens}
        quota={usage.storage}
        level={levelOf(usage, 'storage')}
        facts={[
          {
            label: t.left,
            value: usage.storage.remaining === null ? t.unlimited : format.number(usage.storage.remaining),
          },
          { label: t.used, value: format.percent(shareOf(usage.storage)) },
        ]}
      />
      <QuotaCard
        label={t.chatbots}
        quota={usage.chatbots}
        facts={[
          {
            label: t.left,
            value:
              usage.chatbots.limit === null
                ? t.unlimited
                : format.number(Math.max(0, usage.chatbots.limit - usage.chatbots.used)),
          },
        ]}
      />
    </div>
  );
}
