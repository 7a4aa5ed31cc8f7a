import type { Channel } from '@parlance/contract/endpoints/channels';
import { limits } from '@parlance/contract/limits';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { ChatbotName } from '../../chatbots/parts/ChatbotName.tsx';
import type { Creation } from '../queries.ts';
import { ChannelForm } from './ChannelForm.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { useChannelCreation, useChannelNameRule } from './creating.ts';
import {
  allCredentials,
  type CredentialName,
  credentialNames,
  noCredentials,
  type SocialPlatform,
  useCredentialRule,
} from './credentials.ts';
import { NumberedHelp } from './NumberedHelp.tsx';
import { formTexts } from './texts.ts';

const start = { name: '', ...noCredentials };

const helpLinks: Record<SocialPlatform, string> = {
  telegram: 'https://t.me/BotFather',
  whatsapp: 'https://developers.facebook.com/apps/',
};

function wishOf(platform: SocialPlatform, typed: typeof start): Creation {
  const trimmed = (name: keyof typeof start) => typed[name].trim();
  const name = trimmed('name');
  return platform === 'telegram'
    ? { platform, body: { name, botToken: trimmed('botToken') } }
    : {
        platform,
        body: {
          name,
          clientId: trimmed('clientId'),
          clientSecret: trimmed('clientSecret'),
          accessToken: trimmed('accessToken'),
          businessAccountId: trimmed('businessAccountId'),
        },
      };
}

/** A form for a name and what the platform is signed in to with, beside where one finds that. */
export function SocialForm({
  platform,
  asked,
  onCreated,
}: {
  platform: SocialPlatform;
  asked: number;
  onCreated: (channel: Channel) => void;
}) {
  const t = useTexts(formTexts);
  const nameRule = useChannelNameRule();
  const credentialRule = useCredentialRule();
  const creation = useChannelCreation(onCreated);
  const names: readonly CredentialName[] = credentialNames[platform];
  const form = useForm({
    initial: start,
    draft: `channel-${platform}`,
    secrets: allCredentials,
    validate: (typed) => ({
      name: nameRule(typed.name),
      ...Object.fromEntries(names.map((name) => [name, credentialRule(name, typed[name])])),
    }),
    async submit(typed, fail) {
      if (await creation.send(wishOf(platform, typed), fail)) form.clear();
      return undefined;
    },
  });
  return (
    <ChannelForm
      title={t[`${platform}Title`]}
      form={form}
      asked={asked}
      refusedCode={creation.refusedCode}
      help={
        <NumberedHelp
          title={t[`${platform}HelpTitle`]}
          lead={t[`${platform}HelpLead`]}
          steps={t[`${platform}Help`]}
          link={{ to: helpLinks[platform], label: t[`${platform}HelpLink`] }}
          note={t[`${platform}HelpNote`]}
        />
      }
    >
      <ChatbotName
        field={form.field('name')}
        limit={limits.channelName}
        help={t.nameHelp}
        tooLong={t.nameLong}
      />
      <CredentialFields names={names} field={form.field} />
      <p className="text-sm text-text-3">{t.sealed}</p>
    </ChannelForm>
  );
}
