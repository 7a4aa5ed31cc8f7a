import type { Chatbot } from '@parlance/contract/chatbots';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { texts } from './texts.ts';

/** The conversations of one chatbot, or of all. */
export function ConversationList({ chatbots }: { chatbots: readonly Chatbot[] }) {
  const t = useTexts(texts);
  const [first] = chatbots;
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        first && (
          <ButtonLink look="primary" to={`/chatbots/${first.id}/personnaliser`}>
            {t.integrate}
          </ButtonLink>
        )
      }
    />
  );
}
