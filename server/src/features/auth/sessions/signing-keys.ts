import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Context } from '../../../context.ts';
import { insertSigningKeyIfNone, signingKeys } from '../queries/signing-keys.ts';

interface LoadedKey {
  kid: string;
  publicJwk: JWK;
  publicKey: KeyObject;
  privateKey: KeyObject;
  retired: boolean;
}

interface Ring {
  keys: LoadedKey[];
  loadedAt: number;
}

// Another process may add or retire a key; an unknown `kid` asks at once, but not for every forged token.
const reloadAfterMs = 60_000;
const reloadForUnknownAfterMs = 5_000;

const rings = new WeakMap<Context, Promise<Ring>>();

export const signingKeyPlace = (kid: string) => `signing_keys.private_jwk_sealed.${kid}`;

async function generate(context: Context): Promise<void> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicJwk = pair.publicKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(publicJwk);
  // Of two processes that start at once both may insert; two active keys do no harm.
  await insertSigningKeyIfNone(context.db, {
    kid,
    publicJwk,
    sealed: context.secrets.encrypt(
      JSON.stringify(pair.privateKey.export({ format: 'jwk' })),
      signingKeyPlace(kid),
    ),
    now: context.clock(),
  });
}

async function load(context: Context): Promise<Ring> {
  // A retired key stays until the last token it signed has run out, and the other processes know it is retired.
  const graceSeconds = context.config.auth.accessTokenSeconds + 2 * (reloadAfterMs / 1000);
  const stillUsed = new Date(context.clock().getTime() - graceSeconds * 1000);
  let rows = await signingKeys(context.db, stillUsed);
  if (!rows.some((row) => row.retired_at === null)) {
    await generate(context);
    rows = await signingKeys(context.db, stillUsed);
  }
  const keys = rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    publicKey: createPublicKey({ key: row.public_jwk, format: 'jwk' }),
    privateKey: createPrivateKey({
      key: JSON.parse(context.secrets.decrypt(row.private_jwk_sealed, signingKeyPlace(row.kid))),
      format: 'jwk',
    }),
    retired: row.retired_at !== null,
  }));
  return { keys, loadedAt: context.clock().getTime() };
}

async function loadRing(context: Context, olderThanMs = reloadAfterMs): Promise<Ring> {
  const held = rings.get(context);
  if (held) {
    const current = await held.catch(() => undefined);
    if (current && Math.abs(context.clock().getTime() - current.loadedAt) < olderThanMs) return current;
    // Somebody else may have begun to load while we waited.
    const latest = rings.get(context);
    if (latest && latest !== held) return latest;
  }
  const loading = load(context);
  rings.set(context, loading);
  return loading;
}

/** The key that signs, the newest, so that a rotation takes effect at once. To be called outside of a transaction. */
export async function loadSigningKey(context: Context): Promise<LoadedKey> {
  const key = (await loadRing(context)).keys.find((candidate) => !candidate.retired);
  if (!key) throw new Error('no signing key');
  return key;
}

export async function findVerificationKey(context: Context, kid: string): Promise<KeyObject | undefined> {
  const known = (await loadRing(context)).keys.find((key) => key.kid === kid);
  if (known) return known.publicKey;
  return (await loadRing(context, reloadForUnknownAfterMs)).keys.find((key) => key.kid === kid)?.publicKey;
}

/** The keys that are published, their public members only. */
export async function loadPublicKeySet(context: Context) {
  const { keys } = await loadRing(context);
  return {
    keys: keys.map(({ kid, publicJwk: { kty, crv, x, y } }) => ({
      kty,
      crv,
      x,
      y,
      alg: 'ES256',
      kid,
      use: 'sig',
      key_ops: ['verify'],
    })),
  };
}
