import type { AnswerOf } from '@parlance/contract/endpoint';
import type { listActivity } from '@parlance/contract/endpoints/usage';
import { Bot, CircleCheck, MessageSquare, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { prefetch } from '../../../lib/queries/prefetch.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { cx } from '../../../ui/cx.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { When } from '../../../ui/loading/When.tsx';
import { activityQuery } from '../queries.ts';
import { texts } from '../texts.ts';

type Entry = AnswerOf<typeof listActivity>['items'][number];

const looks = {
  source_ready: { icon: CircleCheck, classes: 'bg-accent-soft text-accent-text' },
  source_error: { icon: TriangleAlert, classes: 'bg-warning-soft text-warning-text' },
  conversation: { icon: MessageSquare, classes: 'bg-info-soft text-info-text' },
  chatbot_created: { icon: Bot, classes: 'bg-sunken text-text-2' },
} as const;

const sentences = {
  source_ready: 'sourceReady',
  source_error: 'sourceError',
  conversation: 'conversation',
  chatbot_created: 'chatbotCreated',
} as const;

export function RecentActivity() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(activityQuery);
  const line = ({ kind, text, at, chatbot, conversationId }: Entry) => {
    const { icon: Icon, classes } = looks[kind];
    const place = chatbot && kind !== 'chatbot_created' ? t.on(chatbot.name) : '';
    return (
      <li
        key={`${at}${kind}${text}`}
        className="flex items-center gap-3 border-t border-line py-2.5 first:border-0"
      >
        <span className={cx('flex size-8 shrink-0 items-center justify-center rounded-2', classes)}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1 text-md">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">
            {conversationId === undefined ? (
              t[sentences[kind]](text)
            ) : (
              <Link
                to={`/summary?conversation=${conversationId}`}
                onPointerEnter={() => prefetch('/summary')}
                className="rounded-1 hover:underline"
              >
                {t[sentences[kind]](text)}
              </Link>
            )}{' '}
            <span className="text-text-3">{place}</span>
          </span>
        </span>
        <When at={at} className="shrink-0 text-sm text-text-3" />
      </li>
    );
  };
  return (
    <Card
      data-tour="activity"
      title={t.activityTitle}
      aside={
        <Link
          to="/summary"
          onPointerEnter={() => prefetch('/summary')}
          className="rounded-1 text-md font-strong text-accent-text touch-target hover:underline"
        >
          {t.seeAll}
        </Link>
      }
    >
      {error && !data && <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && data.items.length === 0 && <p className="py-4 text-md text-text-2">{t.activityEmpty}</p>}
      {data && <ul className="flex flex-col">{data.items.slice(0, 6).map(line)}</ul>}
    </Card>
  );
}
