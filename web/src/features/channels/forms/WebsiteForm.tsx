import type { Channel } from '@parlance/contract/endpoints/channels';
import { limits } from '@parlance/contract/limits';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { ChatbotName } from '../../chatbots/parts/ChatbotName.tsx';
import { ChannelForm } from './ChannelForm.tsx';
import { useChannelCreation, useChannelNameRule } from './creating.ts';
import { NumberedHelp } from './NumberedHelp.tsx';
import { formTexts } from './texts.ts';

const start = { name: '' };

/** A form for the name, beside what comes after it. */
export function WebsiteForm({ asked, onCreated }: { asked: number; onCreated: (channel: Channel) => void }) {
  const t = useTexts(formTexts);
  const nameRule = useChannelNameRule();
  const creation = useChannelCreation(onCreated);
  const form = useForm({
    initial: start,
    draft: 'channel-website',
    validate: ({ name }) => ({ name: nameRule(name) }),
    async submit({ name }, fail) {
      const body = { name: name.trim() };
      const isCreated = await creation.send({ platform: 'website', body }, (sentence, at) =>
        fail(sentence, at === 'name' ? at : undefined),
      );
      if (isCreated) form.forgetDraft();
      return undefined;
    },
  });
  return (
    <ChannelForm
      title={t.websiteTitle}
      form={form}
      asked={asked}
      refusedCode={creation.refusedCode}
      help={<NumberedHelp title={t.websiteHelpTitle} steps={t.websiteHelp} />}
    >
      <ChatbotName
        field={form.field('name')}
        limit={limits.channelName}
        help={t.nameHelp}
        tooLong={t.nameLong}
      />
    </ChannelForm>
  );
}
