import type { AnswerOf } from '@parlance/contract/endpoint';
import type { listAllUnanswered } from '@parlance/contract/endpoints/conversations';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { prefetch } from '../../../lib/queries/prefetch.ts';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { texts } from '../texts.ts';

const answeringPath = (chatbotId: string) => `/summary?tab=unanswered&chatbot=${chatbotId}`;

/** What visitors asked most in vain, and where its answers are written. */
export function MostAsked({
  items,
  total,
  hasSeveral,
}: AnswerOf<typeof listAllUnanswered> & {
  /** Whether there is more than one chatbot that it may be about. */
  hasSeveral: boolean;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const ahead = () => prefetch('/summary');
  return (
    <Card className="flex flex-col">
      <h2 className="flex items-center gap-2 text-sm font-medium text-text-2">
        {t.unansweredTitle}
        <Pill tone="warning">{format.number(total)}</Pill>
      </h2>
      <ul className="mt-1 mb-3 flex flex-col">
        {items.map(({ id, chatbotId, chatbotName, question, count }) => (
          <li key={id} className="flex items-baseline gap-3 border-b border-line py-2.5 text-md">
            <span className="min-w-0 flex-1">
              <Link
                to={answeringPath(chatbotId)}
                onPointerEnter={ahead}
                onFocus={ahead}
                className="line-clamp-1 rounded-1 [overflow-wrap:anywhere] hover:underline"
                title={question}
              >
                {t.conversation(question)}
              </Link>
              {hasSeveral && (
                <span dir="auto" className="block truncate text-sm text-text-3">
                  {chatbotName}
                </span>
              )}
            </span>
            <span className="tabular shrink-0 text-sm text-text-3">
              <span aria-hidden="true">×{format.number(count)}</span>
              <span className="visually-hidden">{t.askedTimes(count)}</span>
            </span>
          </li>
        ))}
      </ul>
      {items[0] && (
        <Link
          to={answeringPath(items[0].chatbotId)}
          onPointerEnter={ahead}
          onFocus={ahead}
          className="mt-auto self-start rounded-1 text-md font-strong text-accent-text touch-target hover:underline"
        >
          {t.addAnswers}
        </Link>
      )}
    </Card>
  );
}
