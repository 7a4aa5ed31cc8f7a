import { encodeJson, type Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';

export interface FoundIdentity {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Metadata;
  email: string | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const identitiesOf = (db: Db, userId: string) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const insertIdentity = (
  db: Db,
  identity: {
    id: string;
    userId: string;
    provider: string;
    providerId: string;
    data: Metadata;
    email: string | null;
    now: Date;
  },
) =>
  db
    .insertInto('identities')
    .values({
      id: identity.id,
      user_id: identity.userId,
      provider: identity.provider,
      provider_id: identity.providerId,
      identity_data: encodeJson(identity.data),
      email: identity.email,
      last_sign_in_at: identity.now,
      created_at: identity.now,
      updated_at: identity.now,
    })
    .execute();

export const touchIdentity = (db: Db, userId: string, provider: string, now: Date) =>
  db
    .updateTable('identities')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
