import { auth, storedEnd } from '../../lib/calls/auth-client.ts';
import { askForPassword, session } from '../../lib/session/session.ts';
import { localKeeper } from '../../lib/storage/storage.ts';
import { reportSecurityEvent, type SecurityEvent } from './functions.ts';

/** Figures of specification §9. */
const limits = {
  attempts: 10,
  windowMs: 60_000,
  keepMs: 5 * 60_000,
  purgeEveryMs: 60_000,
  recheckMs: 5000,
  warnMs: 5 * 60_000,
  graceMs: 30_000,
} as const;

const key = 'access_attempts';
/** The key of this machine's own high events, which are sent to nobody. */
const localEventsKey = 'security_events';
const maxLocalEvents = 20;
const source = 'parlance-web';
/** The longest that a timer can be set for: beyond, it goes off immediately. */
const maxTimerMs = 2 ** 31 - 1;

function storedList(name: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localKeeper.read(name) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Timestamps of entered pages, in every tab of this browser. */
export const storedAttempts = (): number[] => storedList(key).filter((at) => typeof at === 'number');

function keepLocally(event: SecurityEvent) {
  console.info(`security: ${event.event}`, event.details);
  const kept = [...storedList(localEventsKey), event].slice(-maxLocalEvents);
  localKeeper.write(localEventsKey, JSON.stringify(kept));
}

export function purgeAttempts(now: number): number[] {
  const kept = storedAttempts().filter((at) => now - at <= limits.keepMs && at <= now);
  if (kept.length === 0) localKeeper.remove(key);
  else localKeeper.write(key, JSON.stringify(kept));
  return kept;
}

const isLocal = () => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

async function reportEvent(
  event: string,
  severity: SecurityEvent['severity'],
  details: Record<string, unknown>,
  now: number,
) {
  if (severity === 'low') return console.info(`security: ${event}`, details);
  const told: SecurityEvent = {
    timestamp: new Date(now).toISOString(),
    event,
    severity,
    details,
    userAgent: navigator.userAgent.slice(0, 512),
    // Without its query: links bring secrets there.
    url: `${window.location.origin}${window.location.pathname}`.slice(0, 2048),
    source,
  };
  if (isLocal()) return keepLocally(told);
  await reportSecurityEvent(told).catch(() => {
    // Offline, or the session ended meanwhile: nobody waits for a report.
  });
}

let checkedAt = Number.NEGATIVE_INFINITY;
let warnedFor: number | undefined;
/** The end of the session last read: once it cannot be renewed, the client shows none. */
let lastKnownEnd: number | undefined;
let isPurging = false;

/** The attempts that are reported: the eleventh within a window, and none for a window after it. */
function reportableAttempts(attempts: readonly number[]): number[] {
  const told: number[] = [];
  for (const [index, at] of attempts.entries()) {
    const lastTold = told.at(-1) ?? Number.NEGATIVE_INFINITY;
    const tenBefore = attempts[index - limits.attempts] ?? Number.NEGATIVE_INFINITY;
    if (at - tenBefore <= limits.windowMs && at - lastTold >= limits.windowMs) told.push(at);
  }
  return told;
}

/** Records that a protected page was entered; the eleventh within a minute is reported, once a minute. */
export async function recordAccess(now = Date.now()): Promise<void> {
  if (!isPurging) {
    isPurging = true;
    setInterval(() => {
      purgeAttempts(Date.now());
      void recheck();
    }, limits.purgeEveryMs);
  }
  const attempts = [...storedAttempts(), now].sort((one, other) => one - other);
  localKeeper.write(key, JSON.stringify(attempts));
  const reports: Promise<void>[] = [recheck(now)];
  // Counted in the stored list, which a reload and the other tabs share.
  if (reportableAttempts(attempts).at(-1) === now) {
    const recent = attempts.filter((at) => now - at <= limits.windowMs).length;
    reports.push(
      reportEvent('excessive_access_attempts', 'high', { attempts: recent, windowSeconds: 60 }, now),
    );
  }
  await Promise.all(reports);
}

/** Looks at how the session stands; a refresh that is due is tried by the way. */
async function recheck(now = Date.now()): Promise<void> {
  if (now - checkedAt < limits.recheckMs || session.get().status !== 'signedIn') return;
  checkedAt = now;
  // Where the server does not answer, renewing goes on for long; the judgement does not wait for its end.
  await Promise.race([auth.getSession(), new Promise((over) => setTimeout(over, limits.recheckMs))]);
  lastKnownEnd = storedEnd() ?? lastKnownEnd;
  scheduleEndCheck(now);
  await judgeSession(lastKnownEnd, now);
}

let endCheck: ReturnType<typeof setTimeout> | undefined;

/**
 * Sets a timer for the end of the session's grace, so that one that is not renewed is noticed then, not with the next
 * round.
 */
function scheduleEndCheck(now: number) {
  clearTimeout(endCheck);
  const leftMs = (lastKnownEnd ?? 0) * 1000 + limits.graceMs - now;
  if (lastKnownEnd !== undefined && leftMs > 0)
    endCheck = setTimeout(() => void recheck(), Math.min(Math.max(leftMs + 1, limits.recheckMs), maxTimerMs));
}

export async function judgeSession(expiresAt: number | undefined, now: number): Promise<void> {
  if (expiresAt === undefined) return;
  const leftMs = expiresAt * 1000 - now;
  // Offline nothing could be renewed, and what is on the screen stays readable.
  if (leftMs < -limits.graceMs && navigator.onLine) askForPassword();
  if (leftMs > limits.warnMs || warnedFor === expiresAt) return;
  warnedFor = expiresAt;
  await reportEvent('session_expiring', 'low', { secondsLeft: Math.round(leftMs / 1000) }, now);
}
