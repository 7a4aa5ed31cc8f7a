import type { Db } from '../../db/open.ts';
import { getOrInsertSetting, replaceSetting } from '../../db/settings.ts';
import { checkKeyProof, createSecrets, encryptKeyProof, type Secrets } from './secrets.ts';

const proofKey = 'secret_key_proof';

/** Opens the program's secrets, once it is proven that they decrypt what this database already holds. */
export async function openSecrets(
  config: Parameters<typeof createSecrets>[0],
  db: Db,
  now: Date,
): Promise<Secrets> {
  const secrets = await createSecrets(config);
  checkKeyProof(secrets, await getOrInsertSetting(db, proofKey, encryptKeyProof(secrets), now));
  return secrets;
}

/** Proves from here on by the newest key: a start without the older ones is let through. */
export async function renewKeyProof(db: Db, secrets: Secrets, now: Date): Promise<void> {
  const proof = await getOrInsertSetting(db, proofKey, encryptKeyProof(secrets), now);
  if (!proof.startsWith(secrets.newestPrefix))
    await replaceSetting(db, proofKey, proof, encryptKeyProof(secrets), now);
}
