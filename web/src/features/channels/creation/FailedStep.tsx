import type { Channel, ChannelStep } from '@parlance/contract/endpoints/channels';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { limitOfCode } from '../../../lib/calls/plan-limits.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { useCredentialChange } from '../forms/changing.tsx';
import { isOfCredentials, type SocialPlatform } from '../forms/credentials.ts';
import { asksForNumber, useRetryChannel } from '../queries.ts';
import { ChooseNumber } from './ChooseNumber.tsx';
import { GiveUp } from './GiveUp.tsx';
import { creationTexts } from './texts.ts';

function Credentials({
  channel,
  platform,
  onChanged,
}: {
  channel: Channel;
  platform: SocialPlatform;
  onChanged: () => void;
}) {
  const t = useTexts(creationTexts);
  const { form, fields, question } = useCredentialChange(channel, platform, onChanged);
  return (
    <form
      {...form.formProps}
      className="flex max-w-lg flex-col gap-4 rounded-2 bg-sunken p-4"
      autoComplete="off"
    >
      {fields}
      <Button look="primary" type="submit" busy={form.busy} className="self-start">
        {platform === 'telegram' ? t.sendToken : t.sendCredentials}
      </Button>
      {question}
    </form>
  );
}

/** Refusals that another number mends. */
const isOfNumber = (code: string | undefined) =>
  code === 'whatsapp_choose_number' ||
  code === 'whatsapp_number_in_use' ||
  code === 'whatsapp_number_not_registered';

/** What can be done at the step that failed: mend it, try again or give up. */
export function FailedStep({
  channel,
  platform,
  step,
  onGoesOn,
  onGone,
}: {
  channel: Channel;
  platform: SocialPlatform;
  step: ChannelStep;
  /** Its steps run again. */
  onGoesOn: () => void;
  onGone: () => void;
}) {
  const t = useTexts(creationTexts);
  const w = useTexts(words);
  const retry = useRetryChannel(channel.id);
  const isToChange = isOfCredentials(step.code);
  const [isChanging, setChanging] = useState(isToChange);
  const limit = step.code === undefined ? undefined : limitOfCode(step.code);
  const outcome = outcomeHandlers(t.retryFailed);
  return (
    <div className="my-2 flex flex-col gap-4">
      {channel.numbers && isOfNumber(step.code) && (
        <ChooseNumber channel={channel} numbers={channel.numbers} onChanged={onGoesOn} />
      )}
      {isChanging && <Credentials channel={channel} platform={platform} onChanged={onGoesOn} />}
      <div className="flex flex-wrap gap-2">
        {limit && <PlanButton size="sm" limit={limit} />}
        {/* Another try would only ask again. */}
        {!asksForNumber(channel) && (
          <Button
            size="sm"
            look={isChanging ? 'secondary' : 'primary'}
            icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />}
            busy={retry.isPending}
            onClick={() =>
              retry.mutate(undefined, {
                onError: outcome.onError,
                onSuccess() {
                  outcome.onSuccess();
                  onGoesOn();
                },
              })
            }
          >
            {w.retry}
          </Button>
        )}
        {!isChanging && (
          <Button size="sm" onClick={() => setChanging(true)}>
            {platform === 'telegram' ? t.changeToken : t.changeCredentials}
          </Button>
        )}
        {channel.chatbotId === null && <GiveUp channel={channel} onGone={onGone} />}
      </div>
    </div>
  );
}
