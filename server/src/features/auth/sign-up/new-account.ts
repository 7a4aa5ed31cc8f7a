import type { Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { insertProfile, insertUser } from '../queries/accounts.ts';
import { insertIdentity } from '../queries/identities.ts';
import { profileFrom } from '../requests/fields.ts';

/**
 * An account with an address of its own, not yet confirmed: user, identity and profile at once, unless the address
 * has an account. A parallel sign-up may be first.
 */
export async function insertAccount(
  db: Db,
  account: { email: string; passwordHash: string | null; metadata: Metadata; now: Date },
): Promise<boolean> {
  const { email, metadata, now } = account;
  const id = newId(now);
  if (!(await insertUser(db, { id, ...account }))) return false;
  await insertEmailIdentity(db, { userId: id, email, metadata, isVerified: false, now });
  await insertProfile(db, { userId: id, ...profileFrom(metadata), now });
  return true;
}

/** The way in by one's address, with what its person said of themselves. */
export const insertEmailIdentity = (
  db: Db,
  identity: { userId: string; email: string; metadata: Metadata; isVerified: boolean; now: Date },
) => {
  const { userId, email, metadata, isVerified, now } = identity;
  return insertIdentity(db, {
    id: newId(now),
    userId,
    provider: 'email',
    providerId: userId,
    data: { ...metadata, sub: userId, email, email_verified: isVerified, phone_verified: false },
    email,
    now,
  });
};
