import { type Chatbot, getChatbot } from '@parlance/contract/endpoints/chatbots';
import { useRef } from 'react';
import { call, ProblemError } from '../../../../../lib/calls/api.ts';
import { isAbsent } from '../../../../../lib/calls/refusal.ts';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { reportOutcome, showToast } from '../../../../../ui/toasts/toasts.ts';
import { useRefusalSentence } from '../../../creation.ts';
import { texts } from '../../../dialog-texts.ts';
import { useUpdateChatbot } from '../../../queries.ts';
import { NameDialog } from './NameDialog.tsx';

/** A dialog for another name of a chatbot, unless somebody else changed it meanwhile. */
export function RenameChatbot({ chatbot, onClose }: { chatbot: Chatbot; onClose: () => void }) {
  const t = useTexts(texts);
  const update = useUpdateChatbot();
  const refusalOf = useRefusalSentence();
  const seen = useRef(chatbot);
  return (
    <NameDialog
      title={t.renameTitle}
      action={t.save}
      initial={chatbot.name}
      except={chatbot.id}
      onClose={onClose}
      submit={async (name) => {
        try {
          await update.mutateAsync({ chatbotId: chatbot.id, name, updatedAt: seen.current.updatedAt });
          reportOutcome(t.updateFailed).succeeded();
          showToast({ tone: 'success', title: t.renamed(name) });
          onClose();
          return undefined;
        } catch (error) {
          if (isAbsent(error)) {
            showToast({ tone: 'info', title: t.gone(chatbot.name) });
            onClose();
            return undefined;
          }
          if (error instanceof ProblemError && error.code === 'edit_conflict') {
            seen.current = await call(getChatbot, { params: { chatbotId: chatbot.id } });
            return t.changedElsewhere(seen.current.name);
          }
          const sentence = refusalOf(error);
          const isOfName = error instanceof ProblemError && error.code === 'chatbot_name_taken';
          if (!isOfName) reportOutcome(t.updateFailed).failed(sentence);
          return sentence;
        }
      }}
    />
  );
}
