import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isAbsent, sentenceOf } from '../../../../../lib/calls/refusal.ts';
import { useFormat } from '../../../../../lib/language/format.ts';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { words } from '../../../../../lib/language/words.ts';
import { Button } from '../../../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../../../ui/dialogs/Dialog.tsx';
import { Alert } from '../../../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../../../ui/toasts/toasts.ts';
import { texts } from '../../../dialog-texts.ts';
import { contentsQuery, useDeleteChatbot } from '../../../queries.ts';
import { texts as listTexts } from '../../../texts.ts';

export function DeleteChatbot({ chatbot, onClose }: { chatbot: Chatbot; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const l = useTexts(listTexts);
  const format = useFormat();
  const cancel = useRef<HTMLDivElement>(null);
  const { data: contents } = useQuery(contentsQuery(chatbot.id));
  const remove = useDeleteChatbot();
  const confirm = () =>
    remove.mutate(chatbot.id, {
      onSuccess: () => {
        reportOutcome(t.deleteFailed).succeeded();
        showToast({ tone: 'success', title: t.deleted(chatbot.name) });
        onClose();
      },
      onError: (error) => {
        if (isAbsent(error)) {
          showToast({ tone: 'info', title: t.gone(chatbot.name) });
          return onClose();
        }
        reportOutcome(t.deleteFailed).failed(sentenceOf(error));
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        contents?.sources ? t.deleteTitleCounted(chatbot.name, contents.sources) : t.deleteTitle(chatbot.name)
      }
      description={t[`${chatbot.platform}Delete`]}
      size="sm"
      initialFocus={() => cancel.current?.querySelector('button')}
      footer={
        <>
          <div ref={cancel} className="contents">
            <Button onClick={onClose}>{w.cancel}</Button>
          </div>
          <Button look="danger" busy={remove.isPending} onClick={confirm}>
            {l.delete}
          </Button>
        </>
      }
    >
      {/* What is counted comes a moment later, and moves nothing. */}
      <div role="status" className="min-h-17 text-md">
        {contents && (
          <>
            <p className="font-medium">{t.goesAlong}</p>
            <ul className="list-disc ps-5 text-text-2">
              <li>
                {contents.sources > 0
                  ? t.sources(contents.sources, format.number(contents.sources))
                  : t.noSources}
              </li>
              <li>
                {contents.conversations > 0
                  ? t.conversations(contents.conversations, format.number(contents.conversations))
                  : t.noConversations}
              </li>
            </ul>
          </>
        )}
      </div>
      {remove.isError && !isAbsent(remove.error) && (
        <div className="mt-4">
          <Alert tone="danger" title={t.deleteFailed}>
            {sentenceOf(remove.error)}
          </Alert>
        </div>
      )}
    </Dialog>
  );
}
