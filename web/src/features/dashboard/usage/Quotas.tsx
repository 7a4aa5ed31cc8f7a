import type { TokenType, Usage } from '@parlance/contract/endpoints/usage';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { levelOf } from '../../../lib/queries/usage.ts';
import { HelpTip } from '../../help/HelpTip.tsx';
import { type Forecast, forecastSentence } from '../alerts/forecast.ts';
import { shareOf } from '../quota.ts';
import { texts } from '../texts.ts';
import { QuotaCard } from './QuotaCard.tsx';

/** What an exchange costs on average (specification §9: 2,000 to 3,000 tokens). */
const exchangeTokens = 2500;

/** What the account has used of what its plan allows, and until when it lasts. */
export function Quotas({
  usage,
  forecasts,
  isQuoting,
  last,
}: {
  usage: Usage;
  forecasts: Readonly<Record<TokenType, Forecast | null>> | undefined;
  /** An exchange that quotes costs its own words only: no figure of exchanges would be true. */
  isQuoting: boolean;
  /** What stands third; else the number of chatbots. */
  last?: ReactNode;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const format = useFormat(usage.timeZone);
  const left = usage.message.remaining;
  const noteOf = (tokenType: TokenType) => {
    // An alert says it already.
    if (usage.alerts.some((alert) => alert.tokenType === tokenType && !alert.putAway)) return undefined;
    const forecast = usage[tokenType].remaining === 0 ? undefined : forecasts?.[tokenType];
    return forecast ? forecastSentence(language, tokenType, forecast) : undefined;
  };
  return (
    <div
      data-tour="usage"
      className="grid gap-4 md:grid-cols-2 md:*:last:col-span-2 xl:grid-cols-3 xl:*:last:col-span-1"
    >
      <QuotaCard
        label={t.messageTokens}
        tip={<HelpTip about="messageTokens" />}
        quota={usage.message}
        level={levelOf(usage, 'message')}
        note={noteOf('message')}
        facts={[
          // Where nothing is used, what is left is the figure itself.
          ...(usage.message.used === 0 || left === null
            ? []
            : [{ label: t.left, value: format.number(left) }]),
          ...(isQuoting || left === null
            ? []
            : [{ label: t.exchanges, value: `≈ ${format.compact(Math.floor(left / exchangeTokens))}` }]),
          { label: t.renews, value: format.day(usage.renewsAt) },
        ]}
      />
      <QuotaCard
        label={t.storageTokens}
        tip={<HelpTip about="storageTokens" />}
        quota={usage.storage}
        level={levelOf(usage, 'storage')}
        note={noteOf('storage')}
        facts={[
          ...(usage.storage.used === 0 || usage.storage.remaining === null
            ? []
            : [
                { label: t.left, value: format.number(usage.storage.remaining) },
                { label: t.used, value: format.percent(shareOf(usage.storage)) },
              ]),
        ]}
      />
      {last || (
        <QuotaCard
          label={t.chatbots}
          quota={usage.chatbots}
          facts={
            usage.chatbots.used === 0 || usage.chatbots.limit === null
              ? []
              : [
                  {
                    label: t.left,
                    value: format.number(Math.max(0, usage.chatbots.limit - usage.chatbots.used)),
                  },
                ]
          }
        />
      )}
    </div>
  );
}
