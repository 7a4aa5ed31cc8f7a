import type { ErrorCode } from '@parlance/contract/errors';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import {
  type Account,
  type OpenChannel,
  PlatformError,
  type WhatsAppCredentials,
} from '../platforms/platform.ts';
import { callGraph } from './calls.ts';

type Channel = OpenChannel<WhatsAppCredentials>;

const needed = ['whatsapp_business_messaging', 'whatsapp_business_management'];

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.optional(z.string()),
    expires_at: z.optional(z.int()),
    scopes: z.optional(z.array(z.string())),
    granular_scopes: z.optional(
      z.array(z.object({ scope: z.string(), target_ids: z.optional(z.array(z.string())) })),
    ),
  }),
});
const numbersShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      display_phone_number: z.string(),
      verified_name: z.optional(z.string()),
      quality_rating: z.optional(z.string()),
      status: z.optional(z.string()),
      platform_type: z.optional(z.string()),
    }),
  ),
});
export type WhatsAppNumber = z.output<typeof numbersShape>['data'][number];

/** Looks whether app, secret, token and account belong together, and what the token may; gives when it ends, if it does. */
export async function inspectToken(
  context: Pick<Context, 'config'>,
  { credentials }: Channel,
): Promise<{ expiresAt: string | undefined }> {
  const { clientId, accessToken, businessAccountId } = credentials;
  let token: z.output<typeof debugged>['data'];
  try {
    const query = { input_token: accessToken };
    ({ data: token } = await callGraph(
      context,
      credentials,
      { method: 'GET', path: 'debug_token', query, isOfApp: true },
      debugged,
    ));
  } catch (error) {
    // What signs in here is the app, not the token. Of a wrong secret Meta may say by its code that it is at fault itself.
    const isOfApp =
      error instanceof PlatformError &&
      (error.failure === 'signed_out' ||
        error.failure === 'refused' ||
        /validating (?:application|client secret)/i.test(error.detail ?? ''));
    if (!isOfApp) throw error;
    throw new PlatformError('refused', 'whatsapp_client_secret_wrong', { detail: error.detail });
  }
  if (!token.is_valid || (token.app_id !== undefined && token.app_id !== clientId))
    throw new PlatformError('signed_out', 'whatsapp_token_invalid');
  const missing = needed.filter((scope) => !(token.scopes ?? []).includes(scope));
  if (missing.length > 0)
    throw new PlatformError('refused', 'whatsapp_permission_missing', { detail: missing.join(', ') });
  const isBoundElsewhere = (token.granular_scopes ?? []).some(
    ({ scope, target_ids: bounds }) =>
      needed.includes(scope) && bounds?.includes(businessAccountId) === false,
  );
  if (isBoundElsewhere) throw new PlatformError('refused', 'whatsapp_account_not_found');
  const ends = token.expires_at ?? 0;
  return { expiresAt: ends === 0 ? undefined : new Date(ends * 1000).toISOString() };
}

export async function numbersOf(
  context: Pick<Context, 'config'>,
  { credentials }: Channel,
): Promise<WhatsAppNumber[]> {
  const path = `${credentials.businessAccountId}/phone_numbers`;
  const query = {
    fields: 'id,display_phone_number,verified_name,quality_rating,status,platform_type',
  };
  try {
    return (await callGraph(context, credentials, { method: 'GET', path, query }, numbersShape)).data;
  } catch (error) {
    if (error instanceof PlatformError && error.failure === 'refused')
      throw new PlatformError('refused', 'whatsapp_account_not_found', { detail: error.detail });
    throw error;
  }
}

/** As Meta says it of numbers that answer nobody. */
const unregistered = new Set(['DISCONNECTED', 'UNVERIFIED', 'PENDING', 'DELETED', 'MIGRATED']);

/** What is wrong with a number, so that nothing reaches it. */
export function faultOf({ status = '', platform_type }: WhatsAppNumber): ErrorCode | undefined {
  if (status === 'BANNED') return 'whatsapp_account_restricted';
  const isOurs = platform_type === undefined || platform_type === 'CLOUD_API';
  return !isOurs || unregistered.has(status) ? 'whatsapp_number_not_registered' : undefined;
}

const maxChoices = 50;

/** The account's number: its only one, or the one that its owner has chosen. */
export async function findAccount(context: Pick<Context, 'config'>, channel: Channel): Promise<Account> {
  const { expiresAt } = await inspectToken(context, channel);
  const numbers = await numbersOf(context, channel);
  if (numbers.length === 0) throw new PlatformError('refused', 'whatsapp_no_phone_number');
  const chosen = numbers.length === 1 ? numbers[0] : numbers.find(({ id }) => id === channel.facts.numberId);
  const choices = numbers.slice(0, maxChoices).map((one) => ({
    id: one.id,
    number: one.display_phone_number,
    name: one.verified_name ?? '',
  }));
  if (!chosen) throw new PlatformError('refused', 'whatsapp_choose_number', { numbers: choices });
  const fault = faultOf(chosen);
  if (fault) throw new PlatformError('refused', fault);
  return {
    id: chosen.id,
    name: chosen.display_phone_number,
    link: `https://wa.me/${chosen.display_phone_number.replace(/\D/g, '')}`,
    facts: {
      businessId: channel.credentials.businessAccountId,
      appId: channel.credentials.clientId,
      numberId: chosen.id,
      numbers: choices.length > 1 ? choices : undefined,
      tokenExpiresAt: expiresAt,
    },
    ...(expiresAt === undefined
      ? {}
      : { warning: { code: 'whatsapp_token_expires' as const, detail: expiresAt.slice(0, 10) } }),
  };
}
