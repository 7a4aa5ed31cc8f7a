import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { CircleAlert, CirclePause } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { Dot, Pill } from '../../../ui/display/Pill.tsx';
import { texts } from '../texts.ts';

/** Whether a chatbot answers, or that it is still being made. */
export function ChatbotStatus({
  status,
  creation,
}: Pick<Chatbot, 'status'> & Partial<Pick<Chatbot, 'creation'>>) {
  const t = useTexts(texts);
  if (creation === 'initializing') return <Pill icon={<Spinner size={16} />}>{t.initializing}</Pill>;
  if (status === 'active')
    return (
      <Pill tone="success" icon={<Dot />}>
        {t.active}
      </Pill>
    );
  if (status === 'paused') {
    return <Pill icon={<CirclePause size={16} strokeWidth={1.75} aria-hidden="true" />}>{t.paused}</Pill>;
  }
  return (
    <Pill tone="danger" icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}>
      {t.error}
    </Pill>
  );
}
