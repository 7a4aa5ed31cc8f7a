import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { isAbsent } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { refetchIntervalMs } from '../../../lib/queries/row-changes.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { chatbotQuery, useChatbotChanges } from '../queries.ts';
import { texts } from '../texts.ts';

/**
 * Says in place that an id does not exist, or is somebody else's: it is no unknown address. One that had a name until
 * now was deleted elsewhere.
 */
function NotFound({ name }: { name: string | undefined }) {
  const t = useTexts(texts);
  const title = name === undefined ? t.notFoundTitle : t.deletedTitle;
  usePageTitle(title);
  return (
    <Page>
      <h1 tabIndex={-1} className="visually-hidden">
        {title}
      </h1>
      <EmptyState title={title} action={<ButtonLink to="/chatbots">{t.backToList}</ButtonLink>}>
        {name === undefined ? t.notFound : t.deletedElsewhere(name)}
      </EmptyState>
    </Page>
  );
}

/** Looks whether a chatbot is gone where something of it was refused as absent. */
function useAbsenceNoticed(chatbotId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = chatbotQuery(chatbotId);
    const note = (error: unknown, of?: QueryKey) => {
      if (isAbsent(error) && hashKey(of ?? []) !== hashKey(queryKey))
        void client.invalidateQueries({ queryKey });
    };
    const stops = [
      client
        .getQueryCache()
        .subscribe(
          (event) =>
            event.type === 'updated' &&
            event.action.type === 'error' &&
            note(event.action.error, event.query.queryKey),
        ),
      client
        .getMutationCache()
        .subscribe(
          (event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error),
        ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, chatbotId]);
}

/** A screen of one chatbot, once it is known and as long as it is there. */
export function ChatbotPage({ children }: { children: (chatbot: Chatbot) => ReactNode }) {
  const t = useTexts(texts);
  const { chatbotId = '' } = useParams();
  const liveness = useChatbotChanges();
  useAbsenceNoticed(chatbotId);
  const { data, error, refetch } = useQuery({
    ...chatbotQuery(chatbotId),
    refetchInterval: refetchIntervalMs(liveness, false),
  });
  if (isAbsent(error)) return <NotFound name={data?.name} />;
  if (data) return children(data);
  if (error) {
    return (
      <Page>
        <h1 tabIndex={-1} className="visually-hidden">
          {t.oneLoadFailed}
        </h1>
        <LoadFailure title={t.oneLoadFailed} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page>
      <AfterPause>
        <div className="flex items-center gap-3.5">
          <Skeleton className="size-11 rounded-3" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-56" />
            <Skeleton className="h-4 w-32" />
          </div>
        </div>
        <div className="border-b border-line pb-4">
          <Skeleton className="h-4 w-48" />
        </div>
        <Skeleton className="h-96 w-full rounded-3" />
      </AfterPause>
    </Page>
  );
}
