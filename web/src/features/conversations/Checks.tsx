import type { Chatbot } from '@parlance/contract/chatbots';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { texts } from './texts.ts';

export function Checks({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      title={t.noChecks}
      action={<ButtonLink to={`/summary?chatbot=${chatbot.id}`}>{t.seeConversations}</ButtonLink>}
    />
  );
}
