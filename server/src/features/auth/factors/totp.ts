import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId } from '../../../kit/ids.ts';
import { prepareCredentialChange } from '../credentials/changes.ts';
import { requireFresh } from '../credentials/fresh-session.ts';
import type { SignedIn } from '../protocol/endpoints.ts';
import { userForUpdate } from '../queries/accounts.ts';
import {
  acceptStep,
  challengeById,
  deleteFactor,
  deleteOtherUnverified,
  deleteRecoveryCodes,
  deleteUnverifiedFactors,
  factorById,
  factorsOf,
  insertChallenge,
  insertFactor,
  lowerSessions,
  useChallenge,
} from '../queries/factors.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { type Body, isUuid } from '../requests/fields.ts';
import { hashFailureKey } from '../requests/limits.ts';
import type { Device } from '../sessions/devices.ts';
import { requireSecondStep } from '../sessions/second-step.ts';
import type { LiveSession } from '../sessions/sessions.ts';
import { completeSecondStep, recordWrongCode, secondStepWait } from './step-up.ts';

const maxFactors = 10;
const maxNameLength = 100;
const maxIssuerLength = 100;
const unfinishedMs = 5 * 60_000;

const stepMs = 30_000;
/** The steps whose codes are good: telephones' clocks go wrong, so one on either side is let pass. */
const stepOffsets = [0, -1, 1];
const secretBytes = 20;

export const factorSecretPlace = (factorId: string) => `factors.secret_sealed.${factorId}`;

const userNotFound = () => new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
const factorNotFound = (status: 404 | 422 = 404) =>
  new AuthError('mfa_factor_not_found', 'No factor with that ID found', { status });

const text = (value: unknown, name: string, max: number): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > max)
    throw validationError(`${name} must be a text of at most ${max} characters`);
  return value;
};

function requireTotp(type: unknown): void {
  switch (type) {
    case 'totp':
      return;
    case 'phone':
      throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    case 'webauthn':
      throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      throw validationError('factor_type needs to be totp');
  }
}

/** The address that authenticator apps read, as the key URI format has it. */
function keyUri(issuer: string, email: string, secret: string): string {
  const [who, where] = [email, issuer].map(encodeURIComponent);
  return `otpauth://totp/${where}:${who}?algorithm=SHA1&digits=6&issuer=${where}&period=30&secret=${secret}`;
}

/** `POST /factors`: a factor that is none until a code of it has come. Its secret is told this once. */
export async function enrolFactor(context: Context, session: SignedIn, body: Body) {
  requireTotp(body.factor_type);
  const name = text(body.friendly_name, 'friendly_name', maxNameLength);
  const issuer = text(body.issuer, 'issuer', maxIssuerLength) ?? new URL(context.config.publicUrl).hostname;
  requireSecondStep(session);
  // The first one locks out whoever does not have it; further ones are for who has proven it.
  if (!session.hasFactor) requireFresh(context, session);
  const now = context.clock();
  const id = newId(now);
  const secret = new Secret({ size: secretBytes }).base32;
  const email = await transaction(context.db, async (db) => {
    const user = await userForUpdate(db, session.userId);
    if (!user) throw userNotFound();
    await deleteUnverifiedFactors(db, user.id, new Date(now.getTime() - unfinishedMs));
    const factors = await factorsOf(db, user.id);
    if (factors.length >= maxFactors) {
      throw new AuthError(
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    }
    if (name !== undefined && factors.some((factor) => factor.friendly_name === name)) {
      throw new AuthError(
        'mfa_factor_name_conflict',
        'A factor with the friendly name for this user already exists',
      );
    }
    const sealed = context.secrets.encrypt(secret, factorSecretPlace(id));
    await insertFactor(db, {
      id,
      userId: user.id,
      name: name ?? null,
      sealed,
      sessionId: session.sessionId,
      now,
    });
    return user.email ?? '';
  });
  const uri = keyUri(issuer, email, secret);
  // The client puts it behind `data:image/svg+xml;utf-8,` as it stands: colours by name, no `#`. The light ground
  // with its quiet zone is what scanners need on a dark page.
  const qr_code = renderSVG(uri, { border: 4, blackColor: 'black', whiteColor: 'white' });
  return { id, type: 'totp', friendly_name: name ?? '', totp: { qr_code, secret, uri } };
}

const addressOf = (context: Context, address: string) => hashFailureKey(context, `challenge from ${address}`);

/** `POST /factors/{id}/challenge` */
export async function challengeFactor(
  context: Context,
  session: SignedIn,
  factorId: string,
  address: string,
) {
  requireFactorId(factorId);
  const now = context.clock();
  const id = newId(now);
  const expiresAt = new Date(now.getTime() + context.config.auth.mfaChallengeSeconds * 1000);
  await transaction(context.db, async (db) => {
    if (!(await userForUpdate(db, session.userId))) throw userNotFound();
    if (!(await factorById(db, session.userId, factorId))) throw factorNotFound();
    await insertChallenge(db, { id, factorId, addressHash: addressOf(context, address), expiresAt, now });
  });
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

function requireFactorId(id: string): void {
  if (!isUuid(id)) throw new AuthError('validation_failed', 'factor_id must be a UUID', { status: 404 });
}

/** The step that the code is of, if it is of one that is still good. */
function stepOf(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  const present = Math.floor(now.getTime() / stepMs);
  return stepOffsets
    .map((offset) => present + offset)
    .find(
      (step) =>
        step > (lastStep ?? -1) &&
        timingSafeEqual(Buffer.from(totp.generate({ timestamp: step * stepMs })), Buffer.from(code)),
    );
}

interface Visit {
  address: string;
  device: Device;
}

/** `POST /factors/{id}/verify`: the session at its second level, and the factor verified if it was not. */
export async function verifyFactor(
  context: Context,
  session: SignedIn,
  factorId: string,
  body: Body,
  visit: Visit,
): Promise<LiveSession> {
  requireFactorId(factorId);
  const { challenge_id: challengeId, code } = body;
  if (typeof code !== 'string' || code === '') throw validationError('Code needs to be non-empty');
  // A wrong code is counted although it is refused: refusals are thrown after the commit.
  const outcome = await transaction(context.db, async (db): Promise<LiveSession | AuthError> => {
    if (!(await userForUpdate(db, session.userId))) return userNotFound();
    const factor = await factorById(db, session.userId, factorId);
    if (!factor) return factorNotFound();
    // Else a factor that was begun before could stand in for the one that is asked for.
    if (factor.status === 'unverified') {
      requireSecondStep(session);
      if (factor.enrolled_by !== session.sessionId) return factorNotFound();
    }
    const wait = await secondStepWait(context, db, session.userId);
    if (wait !== undefined) {
      return new AuthError('over_request_rate_limit', 'Too many wrong codes', { retryAfterSeconds: wait });
    }
    const now = context.clock();
    const challenge = await usableChallenge(context, db, factorId, challengeId, visit.address);
    if (challenge instanceof AuthError) return challenge;
    const secret = context.secrets.decrypt(factor.secret_sealed, factorSecretPlace(factorId));
    const step = stepOf(secret, code.replace(/\s/g, ''), now, factor.last_step);
    if (step === undefined) {
      await recordWrongCode(context, db, session.userId, visit.device);
      return new AuthError('mfa_verification_failed', 'Invalid TOTP code entered');
    }
    if (factor.status === 'unverified') {
      await prepareCredentialChange(context, db, {
        userId: session.userId,
        change: 'factor_added',
        details: { factorId },
        device: visit.device,
        keep: { factorId },
      });
    }
    await useChallenge(db, challenge.id, now);
    await acceptStep(db, factorId, step, now);
    await deleteOtherUnverified(db, session.userId, factorId);
    return completeSecondStep(context, db, session, { method: 'totp', factorId });
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** The challenge, if it is still open and the answer comes from where it went. */
async function usableChallenge(
  context: Context,
  db: Db,
  factorId: string,
  challengeId: unknown,
  address: string,
): Promise<{ id: string } | AuthError> {
  const challenge =
    typeof challengeId === 'string' && isUuid(challengeId)
      ? await challengeById(db, factorId, challengeId)
      : undefined;
  if (!challenge) return factorNotFound(422);
  if (challenge.used_at || !timingSafeEqual(challenge.address_hash, addressOf(context, address))) {
    return new AuthError(
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch or the challenge was used',
    );
  }
  if (challenge.expires_at <= context.clock()) {
    return new AuthError(
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new one',
    );
  }
  return { id: challenge.id };
}

/** `DELETE /factors/{id}` */
export async function removeFactor(
  context: Context,
  session: SignedIn,
  factorId: string,
  device: Device,
): Promise<{ id: string }> {
  requireFactorId(factorId);
  await transaction(context.db, async (db) => {
    if (!(await userForUpdate(db, session.userId))) throw userNotFound();
    const factor = await factorById(db, session.userId, factorId);
    if (!factor) throw factorNotFound();
    const isVerified = factor.status === 'verified';
    requireSecondStep({ ...session, hasFactor: isVerified }, 422);
    if (isVerified) {
      await prepareCredentialChange(context, db, {
        userId: session.userId,
        change: 'factor_removed',
        details: { factorId },
        device,
      });
    }
    await deleteFactor(db, session.userId, factorId);
    if (!isVerified) return;
    const others = await factorsOf(db, session.userId);
    const isLast = !others.some(({ status }) => status === 'verified');
    await lowerSessions(db, session.userId, factorId, isLast);
    if (isLast) await deleteRecoveryCodes(db, session.userId);
  });
  return { id: factorId };
}
