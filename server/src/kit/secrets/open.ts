import type { Db } from '../../db/open.ts';
import { checkKeyProof, createSecrets, encryptKeyProof, type Secrets } from './secrets.ts';

const key = 'secret_key_proof';

/** The program's secrets, once it is proven that they open what this database already holds. */
export async function openSecrets(
  config: Parameters<typeof createSecrets>[0],
  db: Db,
  now: Date,
): Promise<Secrets> {
  const secrets = await createSecrets(config);
  // Of two first starts at once one writes, and both read what it wrote.
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(encryptKeyProof(secrets)), updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  checkKeyProof(secrets, value);
  return secrets;
}
