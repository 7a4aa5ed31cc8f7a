import type { Chatbot } from '@parlance/contract/chatbots';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ProblemError } from '../../lib/api.ts';
import { useQuery } from '../../lib/query.ts';
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
