import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Json } from './caller.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

export const headerOf = (token: string): Json => decode(token.split('.')[0]);
export const claimsOf = (token: string): Json => decode(token.split('.')[1]);

/** Whether the public key of the set signed it, by ES256 as RFC 7518 has it. */
export function isSignedBy(token: string, jwk: JsonWebKey): boolean {
  const [header, claims, signature = ''] = token.split('.');
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const strangersKey = stranger.publicKey.export({ format: 'jwk' });

const signed = (header: object, claims: object, key: KeyObject) => {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
};

/** Tokens that look like `token` and are worth nothing. */
export function forgeriesOf(token: string, jwk: JsonWebKey): Record<string, string> {
  const header = headerOf(token);
  const claims = claimsOf(token);
  const [head, body, signature = ''] = token.split('.');
  const hmac = (key: string | Buffer) => {
    const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
  return {
    'no token at all': 'nothing',
    'two parts': `${head}.${body}`,
    'an empty signature': `${head}.${body}.`,
    'a changed signature': `${head}.${body}.${flipped}`,
    'changed claims': `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
    'alg none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg None with the signature': `${encode({ ...header, alg: 'None' })}.${body}.${signature}`,
    'HS256 keyed with the public key': hmac(pem as string),
    'HS256 keyed with its JSON': hmac(JSON.stringify(jwk)),
    'a stranger’s key under our kid': signed(header, claims, stranger.privateKey),
    'an unknown kid': signed({ ...header, kid: 'unknown' }, claims, stranger.privateKey),
    'no kid': signed({ alg: 'ES256', typ: 'JWT' }, claims, stranger.privateKey),
    'an embedded jwk': signed({ alg: 'ES256', typ: 'JWT', jwk: strangersKey }, claims, stranger.privateKey),
    'a jku': signed({ ...header, jku: 'https://evil.example/jwks.json' }, claims, stranger.privateKey),
    'an x5u': signed({ ...header, x5u: 'https://evil.example/x5u.pem' }, claims, stranger.privateKey),
    'a kid that is a path': signed({ ...header, kid: '../../../dev/null' }, claims, stranger.privateKey),
    'zeros as signature': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
  };
}

export const forgeryNames = Object.keys(forgeriesOf(`${encode({})}.${encode({})}.AA`, strangersKey));
