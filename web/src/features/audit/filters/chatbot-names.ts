import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { chargedChatbotsQuery } from '../queries.ts';
import { texts } from '../texts.ts';

/** Chatbots by what they are called here: deleted ones say so, and those of none have a name, too. */
export function useChatbotNames() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data } = useQuery(chargedChatbotsQuery);
  const charged = (data?.items ?? []).flatMap(({ chatbot, exists }) =>
    chatbot ? [{ ...chatbot, exists }] : [],
  );
  const deleted = new Set(charged.flatMap(({ id, exists }) => (exists ? [] : [id])));
  const nameOf = (chatbot: { id: string; name: string } | null) => {
    if (!chatbot) return t.unassigned;
    return deleted.has(chatbot.id) ? t.deleted(chatbot.name) : chatbot.name;
  };
  // As people count: no. 2 before no. 10; those that are gone after those that are there.
  const order = new Intl.Collator(language, { numeric: true });
  const choices = charged
    .toSorted(
      (one, other) => Number(other.exists) - Number(one.exists) || order.compare(one.name, other.name),
    )
    .map((chatbot) => ({ value: chatbot.id, label: nameOf(chatbot) }));
  return { nameOf, choices };
}
