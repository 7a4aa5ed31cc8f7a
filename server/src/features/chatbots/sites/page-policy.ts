/** One content security policy: its directives by name, each with its sources as the page writes them. */
type Policy = Map<string, string[]>;

const maxPolicies = 20;

function policyOf(text: string): Policy {
  const policy: Policy = new Map();
  for (const part of text.split(';', 200)) {
    const [name = '', ...sources] = part.trim().split(/\s+/, 500);
    // The first one counts, as browsers read it.
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

function isNamed(source: string, wanted: URL, page: URL): boolean {
  const expression = source.toLowerCase();
  if (expression === '*') return true;
  if (expression === "'self'") return wanted.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(expression))
    return wanted.protocol === expression || (expression === 'http:' && wanted.protocol === 'https:');
  const [, scheme, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/.*)?$/.exec(
      expression,
    ) ?? [];
  if (host === undefined) return false;
  const schemes = [scheme ?? page.protocol.slice(0, -1)];
  if (schemes[0] === 'http') schemes.push('https');
  if (!schemes.includes(wanted.protocol.slice(0, -1))) return false;
  const wantedPort = wanted.port || (wanted.protocol === 'https:' ? '443' : '80');
  if (port === undefined ? wanted.port !== '' : port !== '*' && port !== wantedPort) return false;
  const isHost =
    host === '*' ||
    (host.startsWith('*.') ? wanted.hostname.endsWith(host.slice(1)) : wanted.hostname === host);
  if (!isHost) return false;
  if (path === undefined || path === '/') return true;
  const wantedPath = wanted.pathname.toLowerCase();
  return path.endsWith('/') ? wantedPath.startsWith(path) : wantedPath === path;
}

const fallbacks = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
} as const;
export type Directive = keyof typeof fallbacks;

/** What the page asks for, and where it names that. */
export interface WantedResource {
  directive: Directive;
  url: URL;
  /** The nonce of the element that asks. */
  nonce?: string | undefined;
}

function allows(policy: Policy, { directive, url, nonce }: WantedResource, page: URL): boolean {
  const name = fallbacks[directive].find((name) => policy.has(name));
  const sources = name === undefined ? undefined : policy.get(name);
  if (!sources) return true;
  if (directive === 'script-src') {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
    // Then hosts don't count.
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  }
  return sources.some((source) => isNamed(source, url, page));
}

/** The directives of the page's policies that stand in the way; each of the policies must allow it. */
export function findBlocked(
  policies: readonly string[],
  wanted: readonly WantedResource[],
  page: URL,
): Directive[] {
  const parsed = policies.slice(0, maxPolicies).map(policyOf);
  const blocked = wanted.filter((one) => parsed.some((policy) => !allows(policy, one, page)));
  return [...new Set(blocked.map(({ directive }) => directive))];
}
