import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkKeyProof, createSecrets, deriveSecrets, encryptKeyProof } from './secrets.ts';

const oldKey = 'o'.repeat(32);
const newKey = 'n'.repeat(32);
const where = 'channels.token.018f';

describe('ciphertexts', () => {
  test('what was encrypted comes back', () => {
    const secrets = deriveSecrets([newKey]);
    expect(secrets.decrypt(secrets.encrypt('jeton secret é', where), where)).toBe('jeton secret é');
  });

  test('the same text never looks the same twice, and never shows through', () => {
    const secrets = deriveSecrets([newKey]);
    const [first, second] = [secrets.encrypt('123456:token', where), secrets.encrypt('123456:token', where)];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('token');
  });

  test('a ciphertext moved to another row does not open', () => {
    const secrets = deriveSecrets([newKey]);
    const sealed = secrets.encrypt('token', where);
    expect(() => secrets.decrypt(sealed, 'channels.token.018e')).toThrow();
  });

  test('one flipped bit anywhere is noticed', () => {
    const secrets = deriveSecrets([newKey]);
    const [format, id, body] = secrets.encrypt('token', where).split('.');
    const bytes = Buffer.from(body ?? '', 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => secrets.decrypt(`${format}.${id}.${changed.toString('base64url')}`, where)).toThrow();
    }
  });

  test('after a rotation the old key still opens what it closed, and the new one closes', () => {
    const before = deriveSecrets([oldKey]).encrypt('token', where);
    const rotated = deriveSecrets([newKey, oldKey]);
    expect(rotated.decrypt(before, where)).toBe('token');
    const after = rotated.encrypt('token', where);
    expect(deriveSecrets([newKey]).decrypt(after, where)).toBe('token');
    expect(() => deriveSecrets([oldKey]).decrypt(after, where)).toThrow(/SECRET_KEY/);
  });

  test('each label has bytes of its own, the same at every start', () => {
    const secrets = deriveSecrets([newKey]);
    expect(secrets.derive('a').equals(secrets.derive('b'))).toBe(false);
    expect(secrets.derive('a').equals(deriveSecrets([newKey, oldKey]).derive('a'))).toBe(true);
    expect(secrets.derive('a')).toHaveLength(32);
  });

  test('a wrong key is one clear line', () => {
    const proof = encryptKeyProof(deriveSecrets([oldKey]));
    expect(() => checkKeyProof(deriveSecrets([newKey]), proof)).toThrow(/^SECRET_KEY: .*another key[^\n]*$/);
    expect(() => checkKeyProof(deriveSecrets([newKey, oldKey]), proof)).not.toThrow();
  });
});

describe('the key kept in the data folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(await fs.mkdtemp(join(tmpdir(), 'parlance-secrets-')), 'data');
  });
  afterEach(() => fs.rm(join(dataDir, '..'), { recursive: true, force: true }));

  test('is made once, for its owner’s eyes only, and used again', async () => {
    const sealed = (await createSecrets({ dataDir })).encrypt('token', where);
    expect((await fs.stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect((await fs.stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await fs.readdir(dataDir)).toEqual(['secret-key']);
    expect((await createSecrets({ dataDir })).decrypt(sealed, where)).toBe('token');
  });

  test('starts at the same moment agree on one key', async () => {
    const starts = await Promise.all(Array.from({ length: 8 }, () => createSecrets({ dataDir })));
    const sealed = starts[0]?.encrypt('token', where) ?? '';
    for (const secrets of starts) expect(secrets.decrypt(sealed, where)).toBe('token');
  });

  test('is refused when others may read it', async () => {
    await createSecrets({ dataDir });
    await fs.chmod(join(dataDir, 'secret-key'), 0o640);
    await expect(createSecrets({ dataDir })).rejects.toThrow(/^SECRET_KEY: others may read .*chmod 600/);
  });

  test('is not made when the environment gives one', async () => {
    await createSecrets({ dataDir, secretKeys: [newKey] });
    await expect(fs.stat(dataDir)).rejects.toThrow(/ENOENT/);
  });
});
