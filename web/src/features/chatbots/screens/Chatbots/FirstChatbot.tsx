import { FileText, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { useCreation } from '../../creation.ts';
import { texts as dialogTexts } from '../../dialog-texts.ts';
import { ChatbotMark } from '../../parts/ChatbotMark.tsx';
import { ChatbotName, useNameRule } from '../../parts/ChatbotName.tsx';
import { texts } from '../../texts.ts';
import { texts as firstTexts } from './first-texts.ts';

/** A sample of the chatbot, under the name that is being typed. */
function SampleAnswer({ name }: { name: string }) {
  const t = useTexts(firstTexts);
  const shown = name || t.unnamed;
  return (
    <figure className="flex min-w-0 flex-col rounded-4 border border-line bg-sunken">
      <figcaption className="flex items-center gap-3 border-b border-line px-4 py-3">
        <ChatbotMark name={shown} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate text-sm font-strong">{shown}</span>
          <span className="text-xs text-text-3">{t.sample}</span>
        </span>
      </figcaption>
      <div className="flex flex-col gap-3 p-4 text-md">
        <p className="speech-own max-w-[85%] self-end bg-text px-3.5 py-2.5 text-canvas [--speech-size:var(--radius-4)] forced-colors:border">
          {t.question}
        </p>
        <div className="flex max-w-[92%] flex-col items-start gap-2 self-start">
          <p className="speech border border-line bg-raised px-3.5 py-2.5 leading-body [--speech-size:var(--radius-4)]">
            {t.answer}{' '}
            <span className="speech ms-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center bg-accent px-1 text-xs font-strong text-accent-ink [--speech-size:5px]">
              1
            </span>
          </p>
          <p className="flex items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 py-1 text-xs text-text-2">
            <FileText size={14} strokeWidth={1.75} aria-hidden="true" className="text-accent-text" />
            {t.source}
          </p>
        </div>
      </div>
    </figure>
  );
}

const start = { name: '' };

/** The form of the first chatbot: where none is yet, it is a name away. */
export function FirstChatbot({ focused }: { focused: boolean }) {
  const t = useTexts(texts);
  const d = useTexts(dialogTexts);
  const ruleOf = useNameRule();
  const create = useCreation();
  const box = useRef<HTMLDivElement>(null);
  const form = useForm({
    initial: start,
    draft: 'chatbot',
    validate: ({ name }) => ({ name: ruleOf(name) }),
    async submit({ name }) {
      const refused = await create(name.trim());
      if (refused) return { name: refused };
      form.forgetDraft();
      return undefined;
    },
  });
  useEffect(() => {
    if (focused) box.current?.querySelector('input')?.focus();
  }, [focused]);
  return (
    <div
      ref={box}
      className="speech grid grid-cols-1 items-center gap-8 border border-dashed border-line-control p-5 [--speech-size:var(--radius-4)] md:p-8 xl:grid-cols-2 xl:gap-12"
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <p className="display-type text-xl text-balance">{t.emptyTitle}</p>
          <p className="text-md text-text-2">{t.emptyText}</p>
        </div>
        <form {...form.formProps} data-tour="create" className="flex max-w-md flex-col gap-4">
          <ChatbotName field={form.field('name')} />
          <Button
            look="primary"
            type="submit"
            busy={form.busy}
            icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            className="self-start"
          >
            {t.create}
          </Button>
          <p role="status" className="text-sm text-text-2 empty:hidden">
            {form.busy && d.creating}
          </p>
        </form>
      </div>
      <SampleAnswer name={form.values.name.trim()} />
    </div>
  );
}
