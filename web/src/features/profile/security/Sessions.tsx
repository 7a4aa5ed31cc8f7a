import { deviceOf } from '@parlance/contract/display/device';
import type { Session } from '@parlance/contract/endpoints/account/sessions';
import { useMutation } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAgo, useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { HelpTip } from '../../help/HelpTip.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../queries.ts';
import { anySentenceOf } from '../refusals.ts';
import { Line, LinesLoading, Matter } from '../Section.tsx';
import { texts } from '../texts.ts';

const ConfirmDialog = onDemand(() => import('../ConfirmDialog.tsx').then((file) => file.ConfirmDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The sessions of the account, the one at hand first. */
export function Sessions() {
  const t = useTexts(texts);
  const format = useFormat();
  const ago = useAgo();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: ({ error: failed }) => {
      if (failed) reportOutcome(t.signOutError).failed(t.signOutFailed);
      else reportOutcome(t.signOutError).succeeded();
    },
  });

  const ended = (title: string) => ({
    onSuccess: () => {
      reportOutcome(t.sessionEndFailed).succeeded();
      showToast({ tone: 'success', title });
      // The button goes with its session.
      list.current?.focus();
    },
    onError: (refused: unknown) => reportOutcome(t.sessionEndFailed).failed(anySentenceOf(refused)),
  });

  const nameOf = ({ userAgent }: Session) => {
    const { browser, system } = deviceOf(userAgent);
    return browser && system ? t.browserOn(browser, system) : (browser ?? system ?? t.unknownDevice);
  };
  return (
    <Matter title={t.sessions} tip={<HelpTip about="sessions" />} description={t.sessionsLead}>
      {sessions ? (
        <>
          <ul ref={list} tabIndex={-1} aria-label={t.sessions}>
            {sessions.map((session) => {
              const name = nameOf(session);
              const Icon = deviceOf(session.userAgent).isHandheld ? Smartphone : Monitor;
              return (
                <Line
                  key={session.id}
                  icon={<Icon {...icon} />}
                  name={
                    <>
                      {name} {session.current && <Pill tone="success">{t.thisSession}</Pill>}
                    </>
                  }
                  facts={
                    <time dateTime={session.lastSeenAt} title={format.moment(session.lastSeenAt)}>
                      {t.seen(ago(session.lastSeenAt))}
                    </time>
                  }
                >
                  {!session.current && (
                    <Button
                      size="sm"
                      aria-label={t.endSessionOf(name)}
                      busy={end.isPending && end.variables === session.id}
                      onClick={() => end.mutate(session.id, ended(t.sessionEnded))}
                    >
                      {t.endSession}
                    </Button>
                  )}
                </Line>
              );
            })}
          </ul>
          {sessions.length === 1 && <p className="text-sm text-text-3">{t.onlyThisSession}</p>}
          <div className="flex flex-wrap gap-3">
            {sessions.length > 2 && (
              <Button
                busy={endOthers.isPending}
                onClick={() => endOthers.mutate(undefined, ended(t.othersEnded))}
              >
                {t.endOthers}
              </Button>
            )}
            <Button icon={<LogOut {...icon} />} onClick={() => setAsking(true)}>
              {t.signOutEverywhere}
            </Button>
          </div>
        </>
      ) : error ? (
        <LoadFailure title={t.sessionsFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <LinesLoading />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.signOutEverywhereTitle}
          action={t.signOutEverywhere}
          look="primary"
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          {t.signOutEverywhereText}
        </ConfirmDialog>
      )}
    </Matter>
  );
}
