import { useFormat } from '../../../lib/language/format.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { byChatbotQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { keyOf, nameOf } from './chatbot-usage.ts';

const maxShown = 5;

/** What an answered question of a visitor cost on average, by chatbot. */
export function AnswerCost() {
  const t = useTexts(texts);
  const language = useLanguage();
  const format = useFormat();
  const { data, error, refetch } = useQuery(byChatbotQuery);
  const answering = data?.items.filter(({ answers }) => answers > 0);
  return (
    <Card title={t.costTitle} tip={<HelpTip about="answerCost" />} className="flex min-h-40 flex-1 flex-col">
      {error && !data && <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="min-h-20 flex-1" />}
      {answering?.length === 0 && <p className="text-md text-text-2">{t.costEmpty}</p>}
      {answering && answering.length > 0 && (
        <ul className="flex flex-col">
          {answering
            .toSorted((one, other) => other.answers - one.answers)
            .slice(0, maxShown)
            .map((item) => (
              <li
                key={keyOf(item)}
                className="flex items-baseline gap-3 border-t border-line py-2 text-md first:border-0 first:pt-0"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
                    {nameOf(item, language)}
                  </span>
                  <span className="block text-sm text-text-3">
                    {t.answered(item.answers, format.number(item.answers))}
                  </span>
                </span>
                <span className="tabular shrink-0 font-strong">
                  {item.tokensPerAnswer !== null && t.tokens(format.number(item.tokensPerAnswer))}
                </span>
              </li>
            ))}
        </ul>
      )}
    </Card>
  );
}
