import { useRecoveryCode as spendRecoveryCode } from '@parlance/contract/endpoints/account/sessions';
import { call } from '../../../lib/calls/api.ts';
import { auth } from '../../../lib/calls/auth-client.ts';

/** Takes the second step with a recovery code: the session goes on at its second level. */
export async function stepUpByRecovery(code: string) {
  const { access_token, refresh_token } = await call(spendRecoveryCode, { body: { code } });
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error) throw error;
}
