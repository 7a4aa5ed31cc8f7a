import type { Channel } from '@parlance/contract/endpoints/channels';
import { type ReactNode, useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { ConfirmDialog } from '../../profile/ConfirmDialog.tsx';
import { useChangeChannel } from '../queries.ts';
import { CredentialFields } from './CredentialFields.tsx';
import { fieldOfCode } from './creating.ts';
import {
  type CredentialName,
  credentialNames,
  noCredentials,
  type SocialPlatform,
  useCredentialRule,
} from './credentials.ts';
import { formTexts } from './texts.ts';

/**
 * A form for what a channel signs in with, its fields empty: what is not typed stays as it is. `question`, where there
 * is one, is to be answered before it is sent.
 */
export function useCredentialChange(
  channel: Channel,
  platform: SocialPlatform,
  onChanged: (channel: Channel) => void,
) {
  const t = useTexts(formTexts);
  const rule = useCredentialRule();
  const change = useChangeChannel(channel.id);
  const [otherBot, setOtherBot] = useState<string>();
  const names: readonly CredentialName[] = credentialNames[platform];
  const [first, ...others] = names;
  const form = useForm({
    initial: noCredentials,
    validate: (typed) => {
      const filled = names.filter((name) => typed[name].trim() !== '');
      if (filled.length === 0 && first) return { [first]: others.length > 0 ? t.oneNeeded : rule(first, '') };
      return Object.fromEntries(filled.map((name) => [name, rule(name, typed[name])]));
    },
    async submit(typed, fail) {
      const filled = names.map((name) => [name, typed[name].trim()]).filter(([, value]) => value !== '');
      try {
        onChanged(await change.mutateAsync(Object.fromEntries(filled)));
      } catch (error) {
        const code = error instanceof ProblemError ? error.code : '';
        if (code === 'telegram_other_bot') setOtherBot(typed.botToken.trim());
        else {
          const at = fieldOfCode(code);
          fail(sentenceOf(error), at === 'botToken' ? at : undefined);
        }
      }
      return undefined;
    },
  });
  const fields: ReactNode = (
    <>
      {channel.last4 && <p className="text-md text-text-2">{t.present(channel.last4)}</p>}
      {others.length > 0 && <p className="text-md text-text-2">{t.keepEmpty}</p>}
      <CredentialFields names={names} field={form.field} />
      {form.problem && (
        <Alert tone="danger" live title={t.changeFailed}>
          {form.problem}
        </Alert>
      )}
    </>
  );
  const question: ReactNode = otherBot !== undefined && (
    <ConfirmDialog
      title={t.otherBotTitle}
      action={t.changeBot}
      busy={change.isPending}
      onClose={() => setOtherBot(undefined)}
      onConfirm={() =>
        change.mutate(
          { botToken: otherBot, replacesBot: true },
          {
            onSuccess: onChanged,
            onError: (error) => form.fail(sentenceOf(error)),
            onSettled: () => setOtherBot(undefined),
          },
        )
      }
    >
      {t.otherBotText(channel.account)}
    </ConfirmDialog>
  );
  return { form, fields, question };
}
