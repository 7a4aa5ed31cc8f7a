import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { useNoticeRead } from '../../../chatbots/creation.ts';
import { texts } from '../../../chatbots/texts.ts';

/** What went wrong with the chatbot, and what its creation has to say. */
export function ChatbotNotices({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const noticeRead = useNoticeRead();
  return (
    <>
      {chatbot.error && (
        <Alert
          tone="danger"
          action={
            chatbot.platform !== 'website' && (
              <ButtonLink size="sm" to={`/channels?channel=${chatbot.id}`}>
                {t.seeChannel}
              </ButtonLink>
            )
          }
        >
          {chatbot.error}
        </Alert>
      )}
      {chatbot.creation === 'warning' && chatbot.creationNotice && (
        <Alert
          tone="warning"
          action={
            <Button size="sm" onClick={() => noticeRead(chatbot.id)}>
              {t.noticeRead}
            </Button>
          }
        >
          {chatbot.creationNotice}
        </Alert>
      )}
    </>
  );
}
