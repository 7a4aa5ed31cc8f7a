import { AppError } from '../../../kit/errors.ts';
import { profileOfClaims } from '../federation/claims.ts';
import { insertProfileIfNone } from '../federation/queries.ts';
import { userById } from '../queries/accounts.ts';
import { identitiesOf } from '../queries/identities.ts';
import type { ProtocolFunction } from './protocol-function.ts';

/**
 * `handle-google-auth`: the profile of a person who came with Google, from what Google says of them. Asked for at every
 * sign-in; what the person has written since stays.
 */
export const googleProfile: ProtocolFunction = {
  name: 'handle-google-auth',
  async run(context, { userId }) {
    const user = await userById(context.db, userId);
    if (!user) throw new AppError('unauthenticated');
    const identities = await identitiesOf(context.db, userId);
    if (!identities.some(({ provider }) => provider === 'google')) throw new AppError('forbidden');
    const profile = profileOfClaims(user.user_metadata);
    const created = await insertProfileIfNone(context.db, { userId, ...profile, now: context.clock() });
    return { success: true, created };
  },
};
