import type { Db } from '../../db/open.ts';
import { newId } from '../../kit/ids.ts';
import { insertIdentity, insertProfile, insertUser, type Metadata } from './queries.ts';
import { profileFrom } from './requests.ts';

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
  await insertIdentity(db, {
    id: newId(now),
    userId: id,
    provider: 'email',
    providerId: id,
    data: { ...metadata, sub: id, email, email_verified: false, phone_verified: false },
    email,
    now,
  });
  await insertProfile(db, { userId: id, ...profileFrom(metadata), now });
  return true;
}
