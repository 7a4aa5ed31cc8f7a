import { type Chatbot, getChatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, ProblemError } from '../../../../lib/calls/api.ts';
import { configQuery } from '../../../../lib/calls/config.ts';
import { sentenceOf } from '../../../../lib/calls/refusal.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../../ui/toasts/toasts.ts';
import { useCreation, useRefusalSentence } from '../../creation.ts';
import { texts } from '../../dialog-texts.ts';
import { ChatbotName, useNameRule } from '../../parts/ChatbotName.tsx';
import { type Platform, platformNames, platforms } from '../../platforms.ts';
import {
  contentsQuery,
  isNameTaken,
  useDeleteChatbot,
  useDuplicateChatbot,
  useUpdateChatbot,
} from '../../queries.ts';
import { texts as listTexts } from '../../texts.ts';
import { findFreeName } from './free-name.ts';

interface Shown {
  onClose: () => void;
}
interface OfChatbot extends Shown {
  chatbot: Chatbot;
}

const isAbsent = (error: unknown) => error instanceof ProblemError && error.status === 404;

/** A form of one field, the name, with what else belongs to it. `submit` answers a sentence when it is refused. */
function NameDialog({
  title,
  description,
  action,
  initial,
  isProposing = false,
  draft,
  except,
  busyText,
  above,
  below,
  instead,
  submit,
  onClose,
}: Shown & {
  title: string;
  description?: ReactNode;
  action: string;
  initial: string;
  /** A name is still being looked for: whoever doesn't wait for it leaves it to the server. */
  isProposing?: boolean;
  draft?: string;
  except?: string;
  /** Said while it takes its time. */
  busyText?: string;
  above?: ReactNode;
  below?: ReactNode;
  /** Stands where no name is to be given, with its own main button. */
  instead?: { content: ReactNode; action?: ReactNode } | undefined;
  submit: (name: string) => Promise<string | undefined>;
}) {
  const w = useTexts(words);
  const ruleOf = useNameRule();
  const formId = useId();
  const start = useRef({ name: initial });
  const form = useForm({
    initial: start.current,
    draft,
    validate: ({ name }) => ({ name: isProposing && name === '' ? undefined : ruleOf(name) }),
    async submit({ name }) {
      const refused = await submit(name.trim());
      if (refused) return { name: refused };
      form.forgetDraft();
      return undefined;
    },
  });
  const close = () => {
    form.forgetDraft();
    onClose();
  };
  const propose = useEffectEvent((name: string) => {
    if (form.values.name === '') form.set('name', name);
  });
  useEffect(() => propose(initial), [initial]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description={instead ? undefined : description}
      closeLabel={w.close}
      size="sm"
      dirty={!instead && (form.busy || ![initial, ''].includes(form.values.name.trim()))}
      initialFocus={() => document.getElementById(formId)?.querySelector<HTMLElement>('[name="name"]')}
      footer={
        <>
          <Button onClick={close}>{instead ? w.close : w.cancel}</Button>
          {instead ? (
            instead.action
          ) : (
            <Button look="primary" type="submit" form={formId} busy={form.busy}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col gap-4">
        {above}
        {instead?.content ?? (
          <>
            <ChatbotName field={form.field('name')} except={except} />
            {below}
          </>
        )}
        {busyText && (
          <p role="status" className="text-sm text-text-2 empty:hidden">
            {form.busy && busyText}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Why no further chatbot can be made, and what helps; nothing below the plan's limit. */
function useLimitReached(limit: number | undefined) {
  const t = useTexts(listTexts);
  const { data: config } = useQuery(configQuery);
  if (limit === undefined) return undefined;
  return {
    content: <Alert tone="warning">{t.limitReached(limit)}</Alert>,
    action: config?.supportEmail && (
      <ButtonLink look="primary" to={`mailto:${config.supportEmail}`}>
        {t.writeUs}
      </ButtonLink>
    ),
  };
}

/** Creates a chatbot for a website and lands on its data sources; the other platforms have forms of their own. */
export function CreateChatbot({ limit, onClose }: Shown & { limit: number | undefined }) {
  const t = useTexts(texts);
  const l = useTexts(listTexts);
  const names = useTexts(platformNames);
  const create = useCreation();
  const limitReached = useLimitReached(limit);
  const [platform, setPlatform] = useState<Platform>('website');
  const choice = (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {t.platform}
      </span>
      <Segmented
        label={t.platform}
        value={platform}
        onChange={setPlatform}
        options={platforms.map((value) => ({ value, label: names[value] }))}
      />
    </div>
  );
  return (
    <NameDialog
      title={l.createTitle}
      description={t.createDescription}
      action={l.create}
      initial=""
      draft="chatbot"
      busyText={t.creating}
      above={limit === undefined && choice}
      instead={
        limit !== undefined
          ? limitReached
          : platform === 'website'
            ? undefined
            : {
                content: <p className="text-md text-text-2">{t.elsewhere}</p>,
                action: (
                  <ButtonLink look="primary" to="/channels">
                    {t.toChannels}
                  </ButtonLink>
                ),
              }
      }
      onClose={onClose}
      submit={async (name) => {
        const refused = await create(name);
        if (!refused) onClose();
        return refused;
      }}
    />
  );
}

export function RenameChatbot({ chatbot, onClose }: OfChatbot) {
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

/** Copies a chatbot, and says when its copy stands, with a warning where there is one. */
export function DuplicateChatbot({ chatbot, limit, onClose }: OfChatbot & { limit: number | undefined }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const duplicate = useDuplicateChatbot();
  const refusalOf = useRefusalSentence();
  const limitReached = useLimitReached(limit);
  const [copySources, setCopySources] = useState(true);
  const [warned, setWarned] = useState<Chatbot>();
  const name = useQuery({
    queryKey: ['chatbots', 'free-name', chatbot.id],
    queryFn: ({ signal }) => findFreeName(chatbot.name, (next) => isNameTaken(next, undefined, signal)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const open = (copy: Chatbot) => {
    onClose();
    void navigate(`/chatbots/${copy.id}/data-sources`);
  };
  return (
    <NameDialog
      title={t.duplicateTitle(chatbot.name)}
      description={t.duplicateDescription}
      action={t.duplicate}
      initial={name.data ?? ''}
      isProposing={name.isPending}
      busyText={t.duplicating}
      onClose={onClose}
      instead={
        warned
          ? {
              content: (
                <Alert tone="warning" live title={t.completedWithWarning(warned.name)}>
                  {warned.creationNotice}
                </Alert>
              ),
              action: (
                <Button look="primary" onClick={() => open(warned)}>
                  {t.openCopy}
                </Button>
              ),
            }
          : limitReached
      }
      below={
        <Checkbox
          label={t.copySources}
          help={t.copySourcesHelp}
          checked={copySources}
          onChange={setCopySources}
        />
      }
      submit={async (wanted) => {
        try {
          const named = wanted === '' ? {} : { name: wanted };
          const copy = await duplicate.mutateAsync({ chatbotId: chatbot.id, ...named, copySources });
          reportOutcome(t.duplicateFailed).succeeded();
          if (copy.creation === 'warning') setWarned(copy);
          else {
            showToast({ tone: 'success', title: t.completed(copy.name) });
            onClose();
          }
          return undefined;
        } catch (error) {
          const isOfName = error instanceof ProblemError && error.code === 'chatbot_name_taken';
          if (!isOfName) reportOutcome(t.duplicateFailed).failed(refusalOf(error));
          return refusalOf(error);
        }
      }}
    />
  );
}

export function DeleteChatbot({ chatbot, onClose }: OfChatbot) {
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
      description={t.deleteDescription}
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
