import type { Chatbot } from '@parlance/contract/chatbots';
import { CircleAlert, CirclePause } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Dot, Pill } from '../../ui/Pill.tsx';
import { texts } from './texts.ts';

export function ChatbotStatus({ status }: { status: Chatbot['status'] }) {
  const t = useTexts(texts);
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
