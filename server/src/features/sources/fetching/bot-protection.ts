/** Statuses with which protection services answer a crawler that they do not know. */
const challengeStatuses = new Set([403, 429, 503]);

/** Words and names that such pages carry, beside the status; lower case. */
const markers = [
  'just a moment...',
  'cf-chl',
  'challenge-platform',
  'attention required! | cloudflare',
  'datadome',
  'px-captcha',
  '_incapsula_resource',
  'ddos-guard',
  'verify you are human',
  'enable javascript and cookies to continue',
];

/** Whether what came back is a protection service's page in place of the site's own. */
export function isBotProtection(answer: {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}): boolean {
  if (answer.headers['cf-mitigated'] === 'challenge') return true;
  const start = (bytes: number) => answer.body.subarray(0, bytes).toString('latin1').toLowerCase();
  if (start(4_000).includes('<title>just a moment...')) return true;
  if (!challengeStatuses.has(answer.status)) return false;
  const page = start(20_000);
  return markers.some((marker) => page.includes(marker));
}

/** Whether a page only asks for a name and a password. */
export function asksToSignIn(answer: { status: number; url: string; body: Buffer }, asked: string): boolean {
  if (answer.status === 401 || answer.status === 407) return true;
  if (answer.url === asked) return false;
  const wasSent = new URL(answer.url).pathname !== new URL(asked).pathname;
  const isSignIn = /\/(log-?in|sign-?in|connexion|auth|sso|account\/login)\b/i.test(
    new URL(answer.url).pathname,
  );
  if (!(wasSent && isSignIn)) return false;
  const fields =
    answer.body
      .subarray(0, 500_000)
      .toString('latin1')
      .match(/<input\s[^<>]+/gi) ?? [];
  return fields.some((field) => /type=["']?password/i.test(field));
}
