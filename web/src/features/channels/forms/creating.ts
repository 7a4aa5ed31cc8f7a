import type { Channel } from '@parlance/contract/endpoints/channels';
import { countCharacters, limits } from '@parlance/contract/limits';
import { useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useRefusalSentence } from '../../chatbots/creation.ts';
import { type Creation, useCreateChannel } from '../queries.ts';
import { formTexts } from './texts.ts';

/** The sentence for a name that no channel may have. */
export function useChannelNameRule() {
  const t = useTexts(formTexts);
  return (name: string): string | undefined => {
    const length = countCharacters(name.trim());
    if (length < limits.channelName.min) return t.nameRequired;
    return length > limits.channelName.max ? t.nameLong : undefined;
  };
}

/** The fields that a refusal is about. */
const fieldsByCode = {
  chatbot_name_taken: 'name',
  telegram_token_invalid: 'botToken',
  telegram_bot_in_use: 'botToken',
} as const;
type RefusedField = (typeof fieldsByCode)[keyof typeof fieldsByCode];

/** The field that a refusal with this code is about, if any. */
export const fieldOfCode = (code: string): RefusedField | undefined =>
  fieldsByCode[code as keyof typeof fieldsByCode];

/** Creates a channel; what it was refused for is said at its field, or beside the form. */
export function useChannelCreation(onCreated: (channel: Channel) => void) {
  const create = useCreateChannel();
  const refusalOf = useRefusalSentence();
  const [refusedCode, setRefusedCode] = useState<string>();
  return {
    refusedCode,
    /** Whether it is created. */
    async send(wish: Creation, fail: (sentence: string, at?: RefusedField) => undefined): Promise<boolean> {
      try {
        onCreated(await create.mutateAsync(wish));
        return true;
      } catch (error) {
        const code = error instanceof ProblemError ? error.code : '';
        setRefusedCode(code);
        fail(refusalOf(error), fieldOfCode(code));
        return false;
      }
    },
  };
}
