import type { ChatbotRow } from './queries.ts';

type Rules = Pick<ChatbotRow, 'allowed_domains' | 'allow_apps'>;

/** Whether a rule allows an origin: `example.com`, `*.example.com` (not the bare name), either with a port. */
function matches(rule: string, origin: URL): boolean {
  const [, wildcard, host, port] = /^(\*\.)?([^:]+)(?::(\d+))?$/.exec(rule) ?? [];
  if (host === undefined) return false;
  if (port !== undefined && port !== (origin.port || (origin.protocol === 'https:' ? '443' : '80')))
    return false;
  return wildcard ? origin.hostname.endsWith(`.${host}`) : origin.hostname === host;
}

/**
 * Whether a page of this origin may talk to the chatbot (security S5.9). Without a list everyone may; with
 * one, `null` (apps) only where the owner says so, and an absent origin never.
 */
export function isDomainAllowed(
  { allowed_domains, allow_apps }: Rules,
  origin: string | undefined,
  own: ReadonlySet<string>,
): boolean {
  if (allowed_domains.length === 0) return true;
  if (origin === undefined) return false;
  if (origin === 'null') return allow_apps;
  if (own.has(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return false;
  return allowed_domains.some((rule) => matches(rule, parsed));
}

/** The allowed domains, as `frame-ancestors` has them. */
export const frameAncestors = ({ allowed_domains }: Rules): string[] =>
  allowed_domains.length === 0 ? ['*'] : ["'self'", ...allowed_domains];
