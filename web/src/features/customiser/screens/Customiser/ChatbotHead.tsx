import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { type ReactNode, use } from 'react';
import { useAgo, useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { BesideTitle, usePageTitle } from '../../../../ui/layout/PageHead.tsx';
import { ChatbotMark } from '../../../chatbots/parts/ChatbotMark.tsx';
import { ChatbotStatus } from '../../../chatbots/parts/ChatbotStatus.tsx';
import { platformNames } from '../../../chatbots/platforms.ts';
import { texts } from '../../texts.ts';

/** What the screens of one chatbot have in common: its name (their h1), platform and status. */
export function ChatbotHead({
  chatbot,
  name = chatbot.name,
  actions,
}: {
  chatbot: Chatbot;
  /** The name as it is being changed. */
  name?: string;
  actions?: ReactNode;
}) {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  const format = useFormat();
  const ago = useAgo();
  const { seenOn } = chatbot;
  usePageTitle(chatbot.name);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
      <div className="flex min-w-0 items-center gap-3.5">
        <ChatbotMark name={name} avatarUrl={chatbot.avatarUrl} isLarge />
        <div className="flex min-w-0 flex-col gap-0.5">
          <div className="flex min-w-0 items-start gap-1.5">
            <h1
              tabIndex={-1}
              dir="auto"
              title={name}
              className="display-type text-xl text-text [overflow-wrap:anywhere] lg:truncate"
            >
              {name}
            </h1>
            {use(BesideTitle)}
          </div>
          {/* One line beside the actions: the head is as high on every tab. */}
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-text-2 lg:flex-nowrap lg:whitespace-nowrap">
            {names[chatbot.platform]} <ChatbotStatus status={chatbot.status} />
            {seenOn && (
              <span
                title={`${seenOn.host}, ${format.moment(seenOn.at)}`}
                className="min-w-0 [overflow-wrap:anywhere] lg:truncate"
              >
                {t.seenOn(seenOn.host, ago(seenOn.at))}
              </span>
            )}
          </p>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2.5 lg:shrink-0 lg:flex-nowrap">{actions}</div>}
    </header>
  );
}
