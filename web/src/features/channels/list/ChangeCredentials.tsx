import type { Channel } from '@parlance/contract/endpoints/channels';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useCredentialChange } from '../forms/changing.tsx';
import type { SocialPlatform } from '../forms/credentials.ts';
import { listTexts } from './texts.ts';

/** A dialog for what a channel signs in with. */
export function ChangeCredentials({
  channel,
  platform,
  onClose,
}: {
  channel: Channel;
  platform: SocialPlatform;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const w = useTexts(words);
  const formId = useId();
  const navigate = useNavigate();
  // Its steps are gone through anew.
  const { form, fields, question } = useCredentialChange(channel, platform, () => {
    onClose();
    void navigate(`/channels?created=${channel.id}`);
  });
  if (question) return question;
  const isTelegram = platform === 'telegram';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isTelegram ? t.changeToken : t.changeCredentials}
      description={isTelegram ? t.changeTokenDescription(channel.name) : t.changeDescription(channel.name)}
      closeLabel={w.close}
      dirty={Object.values(form.values).some((value) => value !== '')}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {t.change}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col gap-4" autoComplete="off">
        {fields}
      </form>
    </Dialog>
  );
}
