import { estimateTokens, limits } from '@parlance/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanLink } from '../../../ui/buttons/PlanLink.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { TextArea } from '../../../ui/fields/TextInput.tsx';
import { type AnswerDraft, draftOf } from './queries.ts';
import { writeTexts } from './texts.ts';

export interface Written {
  question: string;
  answer: string;
}

/** A question and its professional's answer. `onWritten` closes the dialog, or returns why it was refused. */
export function WriteAnswer({
  writing,
  onWritten,
  onClose,
}: {
  writing: AnswerDraft;
  onWritten: (written: Written) => Promise<string | undefined>;
  onClose: () => void;
}) {
  const t = useTexts(writeTexts);
  const w = useTexts(words);
  const format = useFormat();
  const formId = useId();
  const { data: usage } = useQuery(usageQuery);
  const initial = useRef({ question: writing.question, answer: writing.answer });
  const ruleOf = (text: string, missing: string, most: number) =>
    text.trim() === '' ? missing : text.trim().length > most ? t.tooLong(format.number(most)) : undefined;
  const form = useForm({
    initial: initial.current,
    draft: draftOf(writing),
    validate: ({ question, answer }) => ({
      question: ruleOf(question, t.questionMissing, limits.visitorText),
      answer: ruleOf(answer, t.answerMissing, limits.answerText),
    }),
    async submit({ question, answer }) {
      const refused = await onWritten({ question: question.trim(), answer: answer.trim() });
      return refused === undefined ? undefined : { answer: refused };
    },
  });
  const close = () => {
    form.forgetDraft();
    onClose();
  };
  const { question, answer } = form.values;
  const isChanged = question !== initial.current.question || answer !== initial.current.answer;
  // What is unchanged costs nothing.
  const isStored = writing.sourceId !== undefined && answer.trim() === writing.answer;
  const cost = isStored ? 0 : estimateTokens(answer.trim());
  const remaining = usage?.storage.remaining;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={writing.sourceId === undefined ? t.writeTitle : t.changeTitle}
      description={t.description}
      closeLabel={w.close}
      dirty={isChanged || form.busy}
      initialFocus={() =>
        document
          .getElementById(formId)
          ?.querySelector<HTMLElement>(question === '' ? '[name="question"]' : '[name="answer"]')
      }
      footer={
        <>
          <Button onClick={close}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {t.save}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col gap-4">
        <TextArea label={t.question} rows={2} dir="auto" {...form.field('question')} />
        <TextArea
          label={t.answer}
          rows={7}
          dir="auto"
          aside={t.length(format.number(answer.trim().length), format.number(limits.answerText))}
          help={
            <span className="tabular">
              {t.cost(format.number(cost), cost)}
              {remaining != null && ` ${t.left(format.number(remaining))}`}{' '}
              {remaining != null && cost > remaining && <PlanLink limit="storageTokens" />}
            </span>
          }
          {...form.field('answer')}
        />
      </form>
    </Dialog>
  );
}
