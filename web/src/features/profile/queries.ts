import { requestDeletion } from '@parlance/contract/endpoints/account/privacy';
import {
  createRecoveryCodes,
  endSession,
  listSessions,
  proveSession as proveSessionEndpoint,
  type Session,
} from '@parlance/contract/endpoints/account/sessions';
import { AuthClient, type AuthError, type User } from '@supabase/auth-js';
import type { PostgrestError } from '@supabase/postgrest-js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '../../lib/calls/api.ts';
import { auth, authFetch, clientInfo } from '../../lib/calls/auth-client.ts';
import { profiles } from '../../lib/session/profile.ts';
import { askForPassword } from '../../lib/session/session.ts';

/** What the form holds; a missing website is the empty text. */
export interface ProfileValues extends Record<string, string | boolean> {
  firstName: string;
  lastName: string;
  website: string;
  updates: boolean;
}

export const sameProfile = (one: ProfileValues, other: ProfileValues) =>
  one.firstName === other.firstName &&
  one.lastName === other.lastName &&
  one.website === other.website &&
  one.updates === other.updates;

function rowOf<T>(answer: { data: T; error: PostgrestError | null; status: number }): NonNullable<T> {
  if (answer.error) {
    if (answer.status === 401) askForPassword();
    const code = answer.status === 0 ? 'network_error' : answer.error.code || `http_${answer.status}`;
    throw new ProblemError(code, answer.status, { cause: answer.error });
  }
  if (answer.data === null || answer.data === undefined) throw new ProblemError('not_found', 404);
  return answer.data;
}

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async ({ signal }): Promise<ProfileValues> => {
      const table = await profiles();
      const row = rowOf(
        await table
          .select('first_name, last_name, website, receive_updates')
          .eq('id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return {
        firstName: row.first_name ?? '',
        lastName: row.last_name ?? '',
        website: row.website ?? '',
        updates: row.receive_updates ?? false,
      };
    },
  });

export function useSaveProfile(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: ProfileValues) => {
      const row = {
        first_name: values.firstName,
        last_name: values.lastName,
        website: values.website || null,
        receive_updates: values.updates,
      };
      const table = await profiles();
      const change = table.update({ ...row, updated_at: new Date().toISOString() }).eq('id', userId);
      rowOf(await change.select('id').maybeSingle());
      // The session's copy, by which the frame greets: when it fails, only the greeting is late.
      await auth.updateUser({ data: row });
      return values;
    },
    onSuccess: (values) => client.setQueryData(profileQuery(userId).queryKey, values),
  });
}

/** A refusal of the authentication service, as the other calls' refusals are. */
const problemOf = (error: AuthError) =>
  new ProblemError(
    error.status ? (error.code ?? `http_${error.status}`) : 'network_error',
    error.status ?? 0,
    {
      cause: error,
    },
  );

/** The account as the server knows it now, with its factors and identities. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async (): Promise<User> => {
    const { data, error } = await auth.getUser();
    if (error) throw problemOf(error);
    return data.user;
  },
});

export const verifiedFactors = (user: User) =>
  (user.factors ?? []).filter(({ status }) => status === 'verified');

export function useRefreshAccount() {
  const client = useQueryClient();
  return () =>
    Promise.all(['account', 'sessions'].map((key) => client.invalidateQueries({ queryKey: [key] })));
}

let passwordCheckClient: InstanceType<typeof AuthClient> | undefined;

/**
 * Re-checks a password by signing in beside the open session, which stays as it is: its level, its events, its
 * place in this browser (readings 10). The session of the check ends at once.
 */
export async function checkPassword(
  email: string,
  password: string,
  captchaToken?: string,
): Promise<AuthError | null> {
  passwordCheckClient ??= new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    headers: clientInfo,
    storageKey: 'parlance-password-check',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: authFetch,
  });
  const { error } = await passwordCheckClient.signInWithPassword({
    email,
    password,
    options: { captchaToken },
  });
  if (!error) await passwordCheckClient.signOut({ scope: 'local' });
  return error;
}

/** The session at hand first, then those seen last. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => {
    const { items } = await call(listSessions, { query: { limit: '100' }, signal });
    return [...items].sort((one, other) => Number(other.current) - Number(one.current));
  },
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call(endSession, { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await auth.signOut({ scope: 'others' });
      if (error) throw error;
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Makes the session as fresh as a new one. */
export const proveSession = (body: { password: string } | { code: string }) =>
  call(proveSessionEndpoint, { body });

/** New recovery codes; the ones before are void. */
export const makeRecoveryCodes = async () => (await call(createRecoveryCodes, {})).codes;

export const requestAccountDeletion = () => call(requestDeletion, {});
