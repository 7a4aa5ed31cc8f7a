import { Link } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { noFilter, useAddress } from '../address.ts';
import { deletions } from '../deletions.ts';
import { recentKey, recentQuery } from '../queries.ts';
import { summaryTexts } from './texts.ts';

/** What visitors wrote last, each leading to its conversation. */
export function RecentMessages({ chatbotId }: { chatbotId: string }) {
  const t = useTexts(summaryTexts);
  const { to } = useAddress();
  const gone = useStore(deletions);
  const liveness = useRowChanges({
    table: 'conversations',
    filter: `chatbot_id=eq.${chatbotId}`,
    queryKey: recentKey(chatbotId),
  });
  const { data, error, refetch } = useQuery(recentQuery(chatbotId, liveness));
  const shown = data?.filter(({ conversationId }) => !isDeleted(gone, conversationId));
  return (
    <Card title={t.recent}>
      {error && !data && <LoadFailure title={t.recentFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {shown?.length === 0 && <p className="text-md text-text-2">{t.noRecent}</p>}
      <ul className="flex flex-col">
        {shown?.map(({ id, conversationId, text, createdAt }) => (
          <li key={id} className="flex flex-col gap-0.5 border-t border-line py-2 first:border-0">
            <Link
              to={to({ ...noFilter, tab: '', summary: '', conversation: conversationId })}
              dir="auto"
              className="line-clamp-2 rounded-1 text-md text-text [overflow-wrap:anywhere] hover:underline"
            >
              {text}
            </Link>
            <When at={createdAt} className="text-sm text-text-3" />
          </li>
        ))}
      </ul>
      {shown && shown.length > 0 && (
        <ButtonLink
          size="sm"
          look="quiet"
          className="mt-2 -ms-3"
          to={to({ ...noFilter, tab: '', summary: '' })}
        >
          {t.allConversations}
        </ButtonLink>
      )}
    </Card>
  );
}
