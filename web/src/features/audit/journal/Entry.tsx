import { Library, MessagesSquare } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { partTexts } from '../../answers/answer/part-texts.ts';
import { entryQuery } from '../queries.ts';
import { texts } from '../texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What an entry paid for, and the way to it where it still exists. */
export function Entry({ entryId }: { entryId: string }) {
  const t = useTexts(texts);
  const names = useTexts(partTexts);
  const format = useFormat();
  const { data: entry, error, refetch } = useQuery(entryQuery(entryId));
  if (!entry && error)
    return <LoadFailure title={t.entryFailed} error={error} onRetry={() => void refetch()} />;
  if (!entry) return <Skeleton className="h-24 w-full" />;
  const { source, model, conversations, chatbot, sourceId, conversationId, parts, tokens } = entry;
  return (
    <div className="flex flex-col gap-3 rounded-2 border border-line bg-canvas p-3.5 text-md">
      {source && (
        <p className="[overflow-wrap:anywhere]">{t.source(source.name, format.number(source.version))}</p>
      )}
      {source?.others !== undefined && <p>{t.others(source.others, format.number(source.others))}</p>}
      {conversations !== undefined && <p>{t.conversationsCount(format.number(conversations))}</p>}
      {parts.length > 0 ? (
        <table className="w-full max-w-md">
          <caption className="pb-1 text-start text-sm font-medium text-text-2">{t.paidFor}</caption>
          <tbody>
            {parts.map((part) => (
              <tr key={part.name}>
                <th scope="row" className="py-0.5 text-start font-regular">
                  {names[part.name]}
                </th>
                <td className="tabular py-0.5 ps-3 text-end">{format.number(part.tokens)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-line">
              <th scope="row" className="pt-1 text-start font-medium">
                {t.sum}
              </th>
              <td className="tabular pt-1 ps-3 text-end font-strong">{format.number(tokens)}</td>
            </tr>
          </tfoot>
        </table>
      ) : (
        !source && conversations === undefined && <p className="text-text-2">{t.noParts}</p>
      )}
      {model && <p className="text-sm text-text-2">{t.model(model.id, format.number(model.factor))}</p>}
      {(conversationId || (sourceId && chatbot)) && (
        <div className="flex flex-wrap gap-2.5">
          {conversationId && (
            <ButtonLink
              size="sm"
              icon={<MessagesSquare {...icon} />}
              to={`/summary?conversation=${conversationId}`}
            >
              {t.openConversation}
            </ButtonLink>
          )}
          {sourceId && chatbot && (
            <ButtonLink
              size="sm"
              icon={<Library {...icon} />}
              to={`/chatbots/${chatbot.id}/data-sources?source=${sourceId}`}
            >
              {t.openSource}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
