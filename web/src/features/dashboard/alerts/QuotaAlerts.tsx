import type { SentBodyOf } from '@parlance/contract/endpoint';
import { putAlertAway, type TokenType, type Usage } from '@parlance/contract/endpoints/usage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { call } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { shareOf } from '../quota.ts';
import { type Forecast, forecastSentence } from './forecast.ts';
import { alertTexts } from './texts.ts';

type PutAway = SentBodyOf<typeof putAlertAway>;

/** Takes an alert off the screen at once, and keeps it away until its next level or month. */
function usePutAway() {
  const t = useTexts(alertTexts);
  const client = useQueryClient();
  const show = ({ tokenType, level }: PutAway, putAway: boolean) =>
    client.setQueryData(
      usageQuery.queryKey,
      (usage) =>
        usage && {
          ...usage,
          alerts: usage.alerts.map((alert) =>
            alert.tokenType === tokenType && alert.level === level ? { ...alert, putAway } : alert,
          ),
        },
    );
  return useMutation({
    mutationFn: (body: PutAway) => call(putAlertAway, { body }),
    async onMutate(body) {
      // An older answer, still on its way, would show it once more.
      await client.cancelQueries({ queryKey: usageQuery.queryKey, exact: true });
      show(body, true);
    },
    onError(error, body) {
      show(body, false);
      reportOutcome(t.putAwayFailed).failed(sentenceOf(error));
    },
  });
}

/** Which kinds of tokens are nearly or wholly used up, until when they last, and what brings more. */
export function QuotaAlerts({
  usage,
  forecasts,
}: {
  usage: Usage;
  forecasts: Readonly<Record<TokenType, Forecast | null>> | undefined;
}) {
  const t = useTexts(alertTexts);
  const language = useLanguage();
  const format = useFormat(usage.timeZone);
  const away = usePutAway();
  const detailOf = (tokenType: TokenType, isExceeded: boolean) => {
    if (isExceeded)
      return tokenType === 'message' ? t.messageExceeded(format.day(usage.renewsAt)) : t.storageExceeded;
    const forecast = forecasts?.[tokenType];
    return forecast && forecastSentence(language, tokenType, forecast);
  };
  return usage.alerts
    .filter(({ putAway }) => !putAway)
    .map(({ tokenType, level }) => {
      const isExceeded = level === 'exceeded';
      const kind = t[tokenType];
      return (
        <Alert
          key={tokenType}
          tone={isExceeded ? 'danger' : 'warning'}
          title={isExceeded ? t.exceeded(kind) : t.warning(format.percent(shareOf(usage[tokenType])), kind)}
          action={
            <>
              <PlanButton size="sm" limit={tokenType === 'message' ? 'messageTokens' : 'storageTokens'} />
              <IconButton size="sm" label={t.putAway} onClick={() => away.mutate({ tokenType, level })}>
                <X size={18} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </>
          }
        >
          {detailOf(tokenType, isExceeded)}
        </Alert>
      );
    });
}
