import type { Check } from '@parlance/contract/endpoints/checks';
import { limits } from '@parlance/contract/limits';
import { Plus, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { TextArea, TextInput } from '../../../ui/fields/TextInput.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { useSaveCheck } from './queries.ts';
import { checkTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const { count: most, length: longest } = limits.checkTexts;

/** A question and the texts that its answer must contain. */
export function CheckDialog({
  chatbotId,
  check,
  question: proposed = '',
  onClose,
}: {
  chatbotId: string;
  /** The check that is changed; absent: a new one. */
  check?: Check | undefined;
  question?: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts(checkTexts);
  const w = useTexts(words);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveCheck(chatbotId);
  const [question, setQuestion] = useState(check?.question ?? proposed);
  const [texts, setTexts] = useState<readonly string[]>([...new Set(check?.mustContain)]);
  const [typed, setTyped] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isDirty =
    typed !== '' ||
    question !== (check?.question ?? proposed) ||
    texts.join('\n') !== (check?.mustContain ?? []).join('\n');

  const withTyped = () => {
    const text = typed.trim();
    return text === '' || texts.includes(text) ? texts : [...texts, text];
  };
  const add = () => {
    setTexts(withTyped());
    setTyped('');
  };
  const errors = {
    question: wasSent && question.trim() === '' ? t.questionRequired : undefined,
    texts: wasSent && withTyped().length === 0 ? t.containsRequired : undefined,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setWasSent(true);
    const mustContain = [...withTyped()];
    if (question.trim() === '' || mustContain.length === 0) {
      const wrong = question.trim() === '' ? 'textarea' : 'input';
      return form.current?.querySelector<HTMLElement>(wrong)?.focus();
    }
    try {
      await save.mutateAsync({ id: check?.id, question: question.trim(), mustContain });
      reportOutcome(t.saveFailed).succeeded();
      showToast({ tone: 'success', title: check ? t.changed : t.added });
      onClose();
    } catch (error) {
      reportOutcome(t.saveFailed).failed(sentenceOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={check ? t.editTitle : t.addTitle}
      closeLabel={w.close}
      dirty={isDirty}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={save.isPending}>
            {t.save}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextArea
          label={t.question}
          value={question}
          onChange={setQuestion}
          error={errors.question}
          rows={2}
          dir="auto"
          maxLength={limits.visitorText}
          placeholder={t.questionPlaceholder}
          className="field-sizing-content max-h-48"
        />
        <ContainedTexts
          texts={texts}
          typed={typed}
          error={errors.texts}
          onType={setTyped}
          onAdd={add}
          onRemove={(text) => {
            setTexts(texts.filter((one) => one !== text));
            form.current?.querySelector('input')?.focus();
          }}
        />
      </form>
    </Dialog>
  );
}

/** The texts that must be found, each of which can be taken away, and the field that adds one. */
function ContainedTexts({
  texts,
  typed,
  error,
  onType,
  onAdd,
  onRemove,
}: {
  texts: readonly string[];
  typed: string;
  error: string | undefined;
  onType: (typed: string) => void;
  onAdd: () => void;
  onRemove: (text: string) => void;
}) {
  const t = useTexts(checkTexts);
  const onKeyDown = (event: KeyboardEvent) => {
    // With nothing typed it sends the form, as it does in any field.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
    event.preventDefault();
    onAdd();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        label={t.contains}
        value={typed}
        onChange={onType}
        onKeyDown={onKeyDown}
        error={error}
        dir="auto"
        maxLength={longest}
        disabled={texts.length >= most}
        placeholder={t.containsPlaceholder}
        autoComplete="off"
        enterKeyHint="enter"
        help={t.containsHelp}
        aside={`${texts.length} / ${most}`}
        end={
          texts.length < most && (
            <IconButton size="sm" label={t.addText} onClick={onAdd}>
              <Plus {...icon} size={18} />
            </IconButton>
          )
        }
      />
      {texts.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {texts.map((text) => (
            <li
              key={text}
              className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 ps-3 pe-1 text-sm text-text"
            >
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {text}
              </span>
              <button
                type="button"
                aria-label={t.removeText(text)}
                onClick={() => onRemove(text)}
                className="flex size-6 shrink-0 items-center justify-center rounded-full text-text-2 touch-target hover:bg-hover hover:text-text"
              >
                <X {...icon} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
