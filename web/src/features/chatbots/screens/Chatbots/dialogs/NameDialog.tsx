import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useForm } from '../../../../../lib/forms/form.ts';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { words } from '../../../../../lib/language/words.ts';
import { Button } from '../../../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../../../ui/dialogs/Dialog.tsx';
import { ChatbotName, useNameRule } from '../../../parts/ChatbotName.tsx';

/** A form of one field, the name, with what else belongs to it. `submit` returns a sentence when it is refused. */
export function NameDialog({
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
}: {
  title: string;
  description?: ReactNode;
  action: string;
  initial: string;
  /** Whether a name is still being looked for: whoever doesn't wait for it leaves it to the server. */
  isProposing?: boolean;
  draft?: string;
  except?: string;
  /** The text of a call that takes its time. */
  busyText?: string;
  above?: ReactNode;
  below?: ReactNode;
  /** Stands where no name is to be given, with its own main button. */
  instead?: { content: ReactNode; action?: ReactNode } | undefined;
  submit: (name: string) => Promise<string | undefined>;
  onClose: () => void;
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
