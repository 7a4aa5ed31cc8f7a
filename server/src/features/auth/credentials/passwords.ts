import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { isInTransaction } from '../../../db/connections/lease.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { AuthError, validationError, type WeakPasswordReason } from '../requests/errors.ts';
import { commonPasswords } from './common-passwords.ts';

/** OWASP's argon2id parameters; a sign-in with an older hash is hashed anew. */
const hashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const currentForm = `$argon2id$v=19$m=${hashParameters.memoryCost},t=${hashParameters.timeCost},p=${hashParameters.parallelism}$`;

const minPasswordLength = 6;
const maxPasswordBytes = 1024;
const maxWaiting = 64;

/** Hashes run in libuv's four threads, as do files, names of hosts, signatures of tokens and compression: half stay free. */
export const maxConcurrentHashes = Math.min(2, availableParallelism());

/** Requests with a password that are let in at a time: those that hash, and those that wait. */
const maxAdmitted = maxConcurrentHashes + maxWaiting;
const maxAdmittedPerClient = maxAdmitted / 2;

let freeSlots = maxConcurrentHashes;
const slotQueue: Array<() => void> = [];
let admittedCount = 0;
const admittedByClient = new Map<string, number>();

const tooMany = () =>
  new AuthError('service_unavailable', 'Too many sign-ins at once', { retryAfterSeconds: 2 });

/**
 * Lets in as many requests with a password as there is work and waiting room for: what they ask of the database is
 * bounded, too, and the rest hear at once when to come back. One client address gets no more than half of the places, so
 * that nobody alone keeps everybody out.
 */
export async function admitHashing<T>(address: string, answer: () => Promise<T>): Promise<T> {
  const client = clientKeyOf(address);
  const ofClient = admittedByClient.get(client) ?? 0;
  if (admittedCount >= maxAdmitted || ofClient >= maxAdmittedPerClient) throw tooMany();
  admittedCount += 1;
  admittedByClient.set(client, ofClient + 1);
  try {
    return await answer();
  } finally {
    admittedCount -= 1;
    const left = (admittedByClient.get(client) ?? 1) - 1;
    if (left > 0) admittedByClient.set(client, left);
    else admittedByClient.delete(client);
  }
}

/**
 * Runs so many pieces of work at once, each holding 19 MB while it hashes; the rest wait their turn, in a bounded queue.
 * What a stranger's password needs of the database belongs inside: what waits asks it for nothing. Never inside a
 * transaction: what stands in the slots would wait for its connection, and it for a slot.
 */
export async function runInHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (isInTransaction()) throw new Error('a password is hashed inside a transaction');
  if (freeSlots > 0) freeSlots -= 1;
  else {
    if (slotQueue.length >= maxWaiting) throw tooMany();
    await new Promise<void>((resolve) => slotQueue.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = slotQueue.shift();
    if (next) next();
    else freeSlots += 1;
  }
}

/** The password's hash. To be called inside a hash slot. */
export const hashPassword = (password: string) => hash(password, hashParameters);

let decoyHash: Promise<string> | undefined;

/**
 * Whether the password fits; without a hash to compare with (nobody by that address, or no password set) it
 * takes the same work and says no. To be called inside a hash slot.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hashPassword('nobody');
  const fits = await verify(passwordHash ?? (await decoyHash), password);
  return fits && typeof passwordHash === 'string';
}

export const needsRehash = (passwordHash: string) => !passwordHash.startsWith(currentForm);

/** The password as it came, byte for byte, or a refusal that costs no hash. */
export function checkPasswordForm(password: unknown): string {
  if (typeof password !== 'string' || password === '')
    throw validationError('Signup requires a valid password');
  if (password.includes('\0') || !password.isWellFormed())
    throw validationError('Password contains invalid characters');
  if (Buffer.byteLength(password) > maxPasswordBytes)
    throw validationError(`Password cannot be longer than ${maxPasswordBytes} bytes`);
  return password;
}

/** Why a password should not be taken, if anything. Six characters are few, so what everybody guesses is out. */
export function findPasswordWeakness(
  password: string,
  person: { email: string; names: Array<string | null | undefined> },
): { message: string; reasons: WeakPasswordReason[] } | undefined {
  if ([...password].length < minPasswordLength) {
    return { message: `Password should be at least ${minPasswordLength} characters.`, reasons: ['length'] };
  }
  const lower = password.toLowerCase();
  const own = [person.email, person.email.split('@')[0], ...person.names];
  const guessable =
    commonPasswords.has(lower) ||
    /^\d*parlance\d*$/.test(lower) ||
    own.some((word) => word && word.trim().toLowerCase() === lower);
  if (!guessable) return undefined;
  return {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  };
}

export function refuseWeakPassword(
  password: string,
  person: { email: string; names: Array<string | null | undefined> },
) {
  const weakness = findPasswordWeakness(password, person);
  if (weakness) throw new AuthError('weak_password', weakness.message, { weakPassword: weakness.reasons });
}
