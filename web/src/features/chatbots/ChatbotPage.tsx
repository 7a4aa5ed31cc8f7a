import type { Chatbot } from '@parlance/contract/chatbots';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ProblemError } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Page } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/PageHead.tsx';
import { AfterPause, Skeleton } from '../../ui/Skeleton.tsx';
import { chatbotQuery } from './queries.ts';
import { texts } from './texts.ts';

/** An id that does not exist, or is somebody else's, is told in place: it is no unknown address. */
function NotFound() {
  const t = useTexts(texts);
  usePageTitle(t.notFoundTitle);
  return (
    <Page>
      <h1 tabIndex={-1} className="visually-hidden">
        {t.notFoundTitle}
      </h1>
      <EmptyState title={t.notFoundTitle} action={<ButtonLink to="/chatbots">{t.backToList}</ButtonLink>}>
        {t.notFound}
      </EmptyState>
    </Page>
  );
}

const isAbsent = (error: unknown) => error instanceof ProblemError && error.status === 404;

/** A screen of one chatbot, once it is known. */
export function ChatbotPage({ children }: { children: (chatbot: Chatbot) => ReactNode }) {
  const t = useTexts(texts);
  const { chatbotId = '' } = useParams();
  const { data, error, refetch } = useQuery(chatbotQuery(chatbotId));
  if (data) return children(data);
  if (isAbsent(error)) return <NotFound />;
  if (error) {
    return (
      <Page>
        <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page>
      <AfterPause>
        <Skeleton className="h-10 w-64 rounded-2" />
        <Skeleton className="h-72 w-full rounded-3" />
      </AfterPause>
    </Page>
  );
}
