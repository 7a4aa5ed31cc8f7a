import { operationTexts, tokenTypeTexts } from '@parlance/contract/display/operations';
import { tokenType as tokenTypes } from '@parlance/contract/endpoints/usage';
import { useTexts } from '../../../lib/language/texts.ts';
import { ShareCard } from '../../../ui/charts/ShareCard.tsx';
import { useAuditAddress } from '../address.ts';
import { useChatbotNames } from '../filters/chatbot-names.ts';
import type { History } from '../queries.ts';
import { texts } from '../texts.ts';

/** What the tokens went to; who chooses a part sees that part alone. */
export function Distribution({ history }: { history: History | undefined }) {
  const t = useTexts(texts);
  const operations = useTexts(operationTexts);
  const types = useTexts(tokenTypeTexts);
  const { filter, put } = useAuditAddress();
  const { nameOf } = useChatbotNames();
  const parts = history?.distribution;
  // What is chosen and pressed once more is chosen no longer.
  const choose = (part: string, chosen: string) => (key: string) =>
    put({ [part]: key === chosen ? '' : key });
  const shared = { valueHeader: t.tokens, empty: t.none };
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ShareCard
        {...shared}
        title={t.byChatbot}
        partHeader={t.chatbot}
        shares={parts?.chatbots.map(({ chatbot, tokens }) => ({
          key: chatbot?.id ?? 'unassigned',
          name: nameOf(chatbot),
          value: tokens,
        }))}
        chosen={filter.chatbotId}
        onChoose={choose('chatbot', filter.chatbotId)}
      />
      <ShareCard
        {...shared}
        title={t.byOperation}
        partHeader={t.operation}
        shares={parts?.operations.map(({ operation, tokens }) => ({
          key: operation,
          name: operations[operation],
          value: tokens,
        }))}
        chosen={filter.operation}
        onChoose={choose('operation', filter.operation)}
      />
      <ShareCard
        {...shared}
        title={t.byType}
        partHeader={t.type}
        shares={parts?.tokenTypes.map(({ tokenType, tokens }) => ({
          key: tokenType,
          name: types[tokenType],
          value: tokens,
          // As in the history.
          colour: tokenTypes.options.indexOf(tokenType),
        }))}
        chosen={filter.tokenType}
        onChoose={choose('type', filter.tokenType)}
      />
    </div>
  );
}
