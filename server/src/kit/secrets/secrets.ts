import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { constants, promises as fs } from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  /** `where` is "table.column.row id": a ciphertext moved elsewhere no longer opens. */
  encrypt(plain: string, where: string): string;
  decrypt(cipher: string, where: string): string;
  /** What ciphertexts under the newest key begin with, and no others. */
  newestPrefix: string;
  /** 32 bytes of their own for one use; the label names it ("auth.refresh-token"). */
  derive(label: string): Buffer;
}

/** A key that is wrong or missing. The sentence is for the operator: it ends the start as it stands. */
export class SecretKeyError extends Error {}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

const hkdf = (key: string, label: string, bytes = 32) =>
  Buffer.from(hkdfSync('sha256', key, 'parlance', label, bytes));

/** Secrets under the newest of the keys; older keys still decrypt what they encrypted. */
export function deriveSecrets(keys: readonly string[]): Secrets {
  const ring = keys.map((key) => ({
    key,
    id: hkdf(key, 'key id', 6).toString('base64url'),
    encryption: hkdf(key, 'encryption'),
  }));
  const newest = ring[0];
  if (!newest) throw new SecretKeyError('SECRET_KEY: no key given.');

  return {
    newestPrefix: `${version}.${newest.id}.`,
    encrypt(plain, where) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.encryption, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(`${version}:${newest.id}:${where}`));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${version}.${newest.id}.${sealed.toString('base64url')}`;
    },
    decrypt(text, where) {
      const [format, id, body] = text.split('.');
      if (format !== version || !id || !body) throw new Error(`Not a ciphertext of ours: ${where}`);
      const entry = ring.find((candidate) => candidate.id === id);
      if (!entry) throw new SecretKeyError(`SECRET_KEY: none of the keys given opens ${where}.`);
      const sealed = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', entry.encryption, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(`${version}:${id}:${where}`));
      decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
      const plain = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    },
    derive: (label) => hkdf(newest.key, `derived: ${label}`),
  };
}

/** The secrets by the environment's keys where there are any, else by the one kept in DATA_DIR. */
export async function createSecrets(config: {
  dataDir: string;
  secretKeys?: readonly string[] | undefined;
}): Promise<Secrets> {
  if (config.secretKeys?.length) return deriveSecrets(config.secretKeys);
  return deriveSecrets([await readOrCreateKey(config.dataDir)]);
}

async function readOrCreateKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret-key');
  const kept = await readKey(path);
  if (kept !== undefined) return kept;
  await fs.mkdir(dataDir, { recursive: true });
  await fs.chmod(dataDir, 0o700);

  // Written whole under another name, then linked: a crash leaves no half key, and of two starts at once
  // exactly one wins and the other reads the winner's.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await fs.open(draft, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await fs.link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await fs.unlink(draft);
  }
  const folder = await fs.open(dataDir, 'r');
  await folder.sync().finally(() => folder.close());

  const made = await readKey(path);
  if (made === undefined) throw new SecretKeyError(`SECRET_KEY: ${path} disappeared while it was made.`);
  return made;
}

async function readKey(path: string): Promise<string | undefined> {
  let file: fs.FileHandle;
  try {
    file = await fs.open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new SecretKeyError(`SECRET_KEY: others may read ${path}; run "chmod 600 ${path}".`);
    }
    const key = (await file.readFile('utf8')).trim();
    if (key.length < 32) throw new SecretKeyError(`SECRET_KEY: ${path} holds fewer than 32 characters.`);
    return key;
  } finally {
    await file.close();
  }
}

const proofPlace = 'settings.value.secret_key_proof';

/** What a first start stores, so that a later one can tell a wrong key before anything is read with it. */
export const encryptKeyProof = (secrets: Secrets) => secrets.encrypt('parlance', proofPlace);

/** Throws one clear line when the data was written under a key that is not among these. */
export function checkKeyProof(secrets: Secrets, proof: string): void {
  try {
    if (secrets.decrypt(proof, proofPlace) === 'parlance') return;
  } catch {
    // Whatever went wrong, the operator's remedy is the same.
  }
  throw new SecretKeyError(
    'SECRET_KEY: the data was written under another key; give that key (after the new one, to rotate).',
  );
}
