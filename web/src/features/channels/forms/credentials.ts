import { updateChannel } from '@parlance/contract/endpoints/channels';
import { useTexts } from '../../../lib/language/texts.ts';
import type { Platform } from '../../chatbots/platforms.ts';
import { formTexts } from './texts.ts';

/** A platform that one signs in to. */
export type SocialPlatform = Exclude<Platform, 'website'>;
export type CredentialName = 'botToken' | 'clientId' | 'clientSecret' | 'accessToken' | 'businessAccountId';

/** What each platform asks for, in the order in which it is typed. */
export const credentialNames = {
  telegram: ['botToken'],
  whatsapp: ['clientId', 'clientSecret', 'accessToken', 'businessAccountId'],
} as const satisfies Record<SocialPlatform, readonly CredentialName[]>;

export const noCredentials: Record<CredentialName, string> = {
  botToken: '',
  clientId: '',
  clientSecret: '',
  accessToken: '',
  businessAccountId: '',
};
/** Never kept in the browser, not even those that are no secrets: they are pasted together. */
export const allCredentials = Object.keys(noCredentials) as CredentialName[];

/** The sentence for a credential that the contract refuses. */
export function useCredentialRule() {
  const t = useTexts(formTexts);
  return (name: CredentialName, value: string): string | undefined => {
    const refused = updateChannel.body?.safeParse({ [name]: value }).error?.issues[0]?.message;
    if (refused === undefined) return undefined;
    if (value.trim() === '') return t[`${name}Required`];
    return refused === 'no_colon' ? t.noColon : t.notCopiedWhole;
  };
}

/** Refusals that other credentials mend. */
const codesOfCredentials: readonly string[] = [
  'telegram_token_invalid',
  'telegram_bot_in_use',
  'telegram_token_revoked',
  'whatsapp_token_invalid',
  'whatsapp_token_expires',
  'whatsapp_client_secret_wrong',
  'whatsapp_permission_missing',
  'whatsapp_account_not_found',
];
export const isOfCredentials = (code: string | undefined) =>
  code !== undefined && codesOfCredentials.includes(code);
