import type { Chatbot } from '@parlance/contract/chatbots';
import { useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ProblemError } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ChatbotName, useNameRule } from './ChatbotName.tsx';
import { useCreateChatbot, useDeleteChatbot, useUpdateChatbot } from './queries.ts';
import { texts } from './texts.ts';

interface Shown {
  onClose: () => void;
}

/** A form of one field: the name. `submit` resolves to a sentence when the server refuses it. */
function NameDialog({
  title,
  description,
  action,
  initial,
  except,
  failed,
  submit,
  onClose,
}: Shown & {
  title: string;
  description?: string;
  action: string;
  initial: string;
  except?: string;
  failed: string;
  submit: (name: string) => Promise<unknown>;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const ruleOf = useNameRule();
  const formId = useId();
  const start = useRef({ name: initial });
  const form = useForm({
    initial: start.current,
    validate: ({ name }) => ({ name: ruleOf(name) }),
    async submit({ name }) {
      try {
        await submit(name.trim());
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'chatbot_name_taken')
          return { name: t.nameTaken };
        showToast({ tone: 'danger', title: failed, description: sentenceOf(error) });
        return { name: sentenceOf(error) };
      }
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      closeLabel={w.close}
      size="sm"
      dirty={form.values.name.trim() !== initial}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps}>
        <ChatbotName field={form.field('name')} except={except} />
      </form>
    </Dialog>
  );
}

/** Creates a chatbot and lands on its data sources. */
export function CreateChatbot({ onClose }: Shown) {
  const t = useTexts(texts);
  const create = useCreateChatbot();
  const navigate = useNavigate();
  return (
    <NameDialog
      title={t.createTitle}
      description={t.createDescription}
      action={t.create}
      initial=""
      failed={t.createFailed}
      onClose={onClose}
      submit={async (name) => {
        const chatbot = await create.mutateAsync(name);
        showToast({ tone: 'success', title: t.created_ });
        void navigate(`/chatbots/${chatbot.id}/data-sources`);
      }}
    />
  );
}

export function RenameChatbot({ chatbot, onClose }: Shown & { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const update = useUpdateChatbot();
  return (
    <NameDialog
      title={t.renameTitle}
      action={t.save}
      initial={chatbot.name}
      except={chatbot.id}
      failed={t.updateFailed}
      onClose={onClose}
      submit={(name) => update.mutateAsync({ chatbotId: chatbot.id, name })}
    />
  );
}

export function DeleteChatbot({ chatbot, onClose }: Shown & { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const cancel = useRef<HTMLDivElement>(null);
  const remove = useDeleteChatbot();
  const confirm = () =>
    remove.mutate(chatbot.id, {
      onSuccess: () => {
        showToast({ tone: 'success', title: t.deleted(chatbot.name) });
        onClose();
      },
      onError: (error) =>
        showToast({ tone: 'danger', title: t.deleteFailed, description: sentenceOf(error) }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.deleteTitle(chatbot.name)}
      description={t.deleteDescription}
      size="sm"
      initialFocus={() => cancel.current?.querySelector('button')}
      footer={
        <>
          <div ref={cancel} className="contents">
            <Button onClick={onClose}>{w.cancel}</Button>
          </div>
          <Button look="danger" busy={remove.isPending} onClick={confirm}>
            {t.delete}
          </Button>
        </>
      }
    />
  );
}
