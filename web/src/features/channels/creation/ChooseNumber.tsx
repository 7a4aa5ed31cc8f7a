import type { Channel } from '@parlance/contract/endpoints/channels';
import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { useChangeChannel } from '../queries.ts';
import { creationTexts } from './texts.ts';

/** The numbers of a business account, of which the chatbot takes one. */
export function ChooseNumber({
  channel,
  numbers,
  onChanged,
}: {
  channel: Channel;
  numbers: NonNullable<Channel['numbers']>;
  onChanged: () => void;
}) {
  const t = useTexts(creationTexts);
  const name = useId();
  const present = numbers.find(({ number }) => number === channel.account) ?? numbers[0];
  const [chosen, setChosen] = useState(present?.id);
  const change = useChangeChannel(channel.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) change.mutate({ phoneNumberId: chosen }, { onSuccess: onChanged });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-medium text-text">{t.chooseNumber}</legend>
        {numbers.map((each) => (
          <label key={each.id} className="flex min-h-9 items-center gap-2.5 text-md touch-target">
            <input
              type="radio"
              name={name}
              checked={each.id === chosen}
              onChange={() => setChosen(each.id)}
              className="size-4.5 shrink-0 accent-accent-strong"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span translate="no" className="tabular whitespace-nowrap">
                {each.number}
              </span>{' '}
              <span dir="auto" className="text-text-2">
                {each.name}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {change.isError && (
        <Alert tone="danger" live title={t.numberFailed}>
          {sentenceOf(change.error)}
        </Alert>
      )}
      <Button look="primary" type="submit" busy={change.isPending} className="self-start">
        {t.useNumber}
      </Button>
    </form>
  );
}
