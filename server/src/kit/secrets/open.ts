import type { Db } from '../../db/open.ts';
import { getOrInsertSetting } from '../../db/settings.ts';
import { checkKeyProof, createSecrets, encryptKeyProof, type Secrets } from './secrets.ts';

/** Opens the program's secrets, once it is proven that they decrypt what this database already holds. */
export async function openSecrets(
  config: Parameters<typeof createSecrets>[0],
  db: Db,
  now: Date,
): Promise<Secrets> {
  const secrets = await createSecrets(config);
  checkKeyProof(secrets, await getOrInsertSetting(db, 'secret_key_proof', encryptKeyProof(secrets), now));
  return secrets;
}
