import { createHmac } from 'node:crypto';
import type { ErrorCode } from '@parlance/contract/errors';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { callPlatform } from '../platforms/call.ts';
import { PlatformError, type PlatformFailure, type WhatsAppCredentials } from '../platforms/platform.ts';

/** One version for all calls: an unversioned one would be the app's oldest. */
const version = 'v26.0';

const errorShape = z.object({
  error: z.object({
    code: z.int(),
    message: z.optional(z.string()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
});

interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Signs in as the app itself, not by the token. */
  isOfApp?: boolean;
}

/** Calls the Graph API and reads its answer; throws `PlatformError` for whatever else it answers. */
export async function callGraph<T extends z.ZodMiniType>(
  { config }: Pick<Context, 'config'>,
  { accessToken, clientId, clientSecret }: WhatsAppCredentials,
  { method, path, query = {}, body, isOfApp = false }: GraphCall,
  result: T,
): Promise<z.output<T>> {
  const url = new URL(`/${version}/${path}`, config.channels.whatsappApiUrl);
  if (/[^\w/.-]/.test(path) || path.includes('..'))
    throw new PlatformError('refused', 'whatsapp_account_not_found');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const token = isOfApp ? `${clientId}|${clientSecret}` : accessToken;
  // Asked for by apps that are set to require it, ignored by others.
  url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(token).digest('hex'));
  if (isOfApp) url.searchParams.set('access_token', token);
  const headers: Record<string, string> = isOfApp ? {} : { authorization: `Bearer ${accessToken}` };
  const { status, answer } = await callPlatform(url, {
    method,
    headers,
    body,
    unreachable: unreachable.code,
  });
  const failed = errorShape.safeParse(answer);
  if (failed.success) {
    const { code, message, error_data } = failed.data.error;
    throw graphError(code, status, error_data?.details ?? message);
  }
  const parsed = status < 400 ? result.safeParse(answer) : undefined;
  if (!parsed?.success) throw new PlatformError('unreachable', unreachable.code);
  return parsed.data;
}

const asLimited = (retryAfterMs: number, isWholeAccount = false) => ({
  failure: 'limited' as const,
  code: 'whatsapp_unreachable' as const,
  retryAfterMs,
  isWholeAccount,
});
const signedOut = (code: ErrorCode) => ({ failure: 'signed_out' as const, code });
const unreachable = { failure: 'unreachable' as const, code: 'whatsapp_unreachable' as const };
const refusedFor = (code: ErrorCode) => ({ failure: 'refused' as const, code });

/** What the codes mean of which something follows; whatever is not here refuses one message. */
interface Meaning {
  failure: PlatformFailure;
  code: ErrorCode;
  /** At first: Meta does not say how long. */
  retryAfterMs?: number;
  isWholeAccount?: boolean;
}

const meanings: Record<number, Meaning> = {
  0: signedOut('whatsapp_token_invalid'),
  190: signedOut('whatsapp_token_invalid'),
  3: refusedFor('whatsapp_permission_missing'),
  10: refusedFor('whatsapp_permission_missing'),
  131005: refusedFor('whatsapp_permission_missing'),
  33: signedOut('whatsapp_number_gone'),
  4: asLimited(1000, true),
  80007: asLimited(1000, true),
  130429: asLimited(1000, true),
  133016: asLimited(1000, true),
  // Of one person alone.
  131056: asLimited(6000),
  1: unreachable,
  2: unreachable,
  131000: unreachable,
  131016: unreachable,
  131057: unreachable,
  131026: refusedFor('whatsapp_undeliverable'),
  131047: refusedFor('whatsapp_window_closed'),
  131049: refusedFor('whatsapp_held_back'),
  130472: refusedFor('whatsapp_held_back'),
  131048: refusedFor('whatsapp_spam_limited'),
  131042: refusedFor('whatsapp_payment_missing'),
  131037: refusedFor('whatsapp_name_not_approved'),
  131008: refusedFor('whatsapp_message_malformed'),
  131009: refusedFor('whatsapp_message_malformed'),
  131031: signedOut('whatsapp_account_restricted'),
  368: signedOut('whatsapp_account_restricted'),
  130497: signedOut('whatsapp_account_restricted'),
  131045: signedOut('whatsapp_number_not_registered'),
  133010: signedOut('whatsapp_number_not_registered'),
};

/** What a code of the Graph API means: titles and statuses are not stable, codes are. */
export function graphError(code: number, status: number, detail: string | undefined): PlatformError {
  const isPermission = code >= 200 && code <= 299;
  const meaning: Meaning =
    meanings[isPermission ? 10 : code] ??
    (status >= 500 ? unreachable : refusedFor('whatsapp_message_refused'));
  const { failure, code: told, ...limit } = meaning;
  return new PlatformError(failure, told, { detail: detail?.slice(0, 500), ...limit, isGuess: true });
}
