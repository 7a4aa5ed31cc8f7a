import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export const signingKeys = (db: Db, retiredAfter: Date) =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk_sealed', 'retired_at'])
    .where((e) => e.or([e('retired_at', 'is', null), e('retired_at', '>', retiredAfter)]))
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();

export const insertSigningKeyIfNone = (
  db: Db,
  key: { kid: string; publicJwk: object; sealed: string; now: Date },
) =>
  sql`
  insert into signing_keys (kid, public_jwk, private_jwk_sealed, created_at)
  select ${key.kid}::text, ${JSON.stringify(key.publicJwk)}::jsonb, ${key.sealed}::text, ${key.now}::timestamptz
  where not exists (select 1 from signing_keys where retired_at is null)
`.execute(db);
