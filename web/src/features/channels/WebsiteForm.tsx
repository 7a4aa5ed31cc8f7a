import type { Channel } from '@parlance/contract/endpoints/channels';
import { countCharacters, limits } from '@parlance/contract/limits';
import { useEffect } from 'react';
import { ProblemError } from '../../lib/calls/api.ts';
import { limitOf } from '../../lib/calls/plan-limits.ts';
import { useForm } from '../../lib/forms/form.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { reportOutcome } from '../../ui/toasts/toasts.ts';
import { useRefusalSentence } from '../chatbots/creation.ts';
import { ChatbotName } from '../chatbots/parts/ChatbotName.tsx';
import { useCreateWebsiteChannel } from './queries.ts';
import { texts } from './texts.ts';

const start = { name: '' };

/** A form for the name, beside what comes after it; it takes the focus each time that it is `asked` for. */
export function WebsiteForm({ asked, onCreated }: { asked: number; onCreated: (channel: Channel) => void }) {
  const t = useTexts(texts);
  const create = useCreateWebsiteChannel();
  const refusalOf = useRefusalSentence();
  const form = useForm({
    initial: start,
    draft: 'channel-website',
    validate({ name }) {
      const length = countCharacters(name.trim());
      if (length < limits.channelName.min) return { name: t.nameRequired };
      return { name: length > limits.channelName.max ? t.nameLong : undefined };
    },
    async submit({ name }) {
      try {
        const channel = await create.mutateAsync(name.trim());
        reportOutcome(t.createFailed).succeeded();
        form.forgetDraft();
        onCreated(channel);
        return undefined;
      } catch (error) {
        const sentence = refusalOf(error);
        if (error instanceof ProblemError && error.code === 'chatbot_name_taken') return { name: sentence };
        reportOutcome(t.createFailed).failed(sentence, { limit: limitOf(error) });
        return { name: sentence };
      }
    },
  });
  const { ref } = form.formProps;
  useEffect(() => {
    if (asked > 0) ref.current?.querySelector('input')?.focus();
  }, [asked, ref]);
  return (
    <Card title={t.formTitle}>
      <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-2 @3xl:gap-10">
        <form {...form.formProps} className="flex flex-col gap-4">
          <ChatbotName
            field={form.field('name')}
            limit={limits.channelName}
            help={t.nameHelp}
            tooLong={t.nameLong}
          />
          <Button look="primary" type="submit" busy={form.busy} className="self-start">
            {t.submit}
          </Button>
          <p role="status" className="visually-hidden">
            {form.busy && t.creating}
          </p>
        </form>
        <div className="flex flex-col gap-2">
          <h3 className="text-md font-strong">{t.helpTitle}</h3>
          <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-md text-text-2 marker:tabular marker:text-text-3">
            {t.help.split('\n').map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
    </Card>
  );
}
