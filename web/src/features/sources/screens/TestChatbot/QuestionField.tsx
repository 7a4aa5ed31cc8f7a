import { limits } from '@parlance/contract/limits';
import { ArrowUp, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { drafts } from '../../../../lib/storage/drafts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { controlClasses } from '../../../../ui/fields/Field.tsx';
import { stopTest } from './conversation.ts';
import { testTexts } from './texts.ts';

/** The field of the next question. */
export function QuestionField({
  chatbotId,
  isRunning,
  onAsk,
}: {
  chatbotId: string;
  /** Whether an answer is on its way. */
  isRunning: boolean;
  onAsk: (question: string) => void;
}) {
  const t = useTexts(testTexts);
  const draftName = `test:${chatbotId}`;
  const [question, setQuestion] = useState(() => drafts.read(draftName) ?? '');
  const fieldId = useId();
  /** Writes and keeps the question: who closes the test to look at a source comes back to it. */
  const write = (text: string) => {
    setQuestion(text);
    if (text === '') drafts.remove(draftName);
    else drafts.write(draftName, text);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = question.trim();
    if (text === '' || isRunning) return;
    write('');
    onAsk(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's own Enter chooses letters.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-t border-line p-4">
      <label htmlFor={fieldId} className="visually-hidden">
        {t.question}
      </label>
      <textarea
        id={fieldId}
        rows={1}
        data-autofocus
        value={question}
        placeholder={t.question}
        maxLength={limits.visitorText}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${controlClasses} field-sizing-content max-h-40 min-h-11 resize-none py-2.5 leading-snug`}
      />
      {isRunning ? (
        <Button
          className="shrink-0"
          icon={<Square size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => stopTest(chatbotId)}
        >
          {t.stop}
        </Button>
      ) : (
        <button
          type="submit"
          aria-label={t.send}
          title={t.send}
          className="speech inline-flex size-11 shrink-0 items-center justify-center bg-accent text-accent-ink motion-fast [--speech-size:var(--radius-2)] hover:bg-accent-hover active:bg-accent-active forced-colors:border"
        >
          <ArrowUp size={20} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
