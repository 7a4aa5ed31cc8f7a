import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import { reseal, type SealedColumn } from '../../../kit/secrets/resealing.ts';
import { refreshTokenPlace } from '../sessions/sessions.ts';
import { signingKeyPlace } from '../sessions/signing-keys.ts';
import { factorSecretPlace } from './totp.ts';

/** What is sealed for longer than a sign-in takes. */
export const sealedOfAccounts: readonly SealedColumn[] = [
  { table: 'factors', column: 'secret_sealed', key: 'id', place: factorSecretPlace },
  { table: 'sessions', column: 'refresh_token_sealed', key: 'id', place: refreshTokenPlace },
  { table: 'signing_keys', column: 'private_jwk_sealed', key: 'kid', place: signingKeyPlace },
];

/** Seals anew the secrets of factors as they stood before a change that can still be undone; gives how many changes. */
export async function resealKeptFactors({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<number> {
  const { rows } = await sql<{
    id: string;
    userId: string;
    factors: { id: string; secret_sealed: string }[];
  }>`
    select id, user_id as "userId", factors from credential_changes c
     where exists (select from jsonb_array_elements(c.factors) f
                    where not starts_with(f ->> 'secret_sealed', ${secrets.newestPrefix}))`.execute(db);
  for (const { id, userId, factors } of rows) {
    const anew = factors.map((factor) => ({
      ...factor,
      secret_sealed: reseal(secrets, factor.secret_sealed, factorSecretPlace(factor.id)),
    }));
    await db
      .updateTable('credential_changes')
      .set({ factors: encodeJson(anew) as never })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
