/** The product token that sites address in robots.txt. */
export const productToken = 'ParlanceBot';

/** Bytes of a robots.txt that are parsed: at least the first 500 KiB (RFC 9309 §2.5). */
export const maxRobotsBytes = 500 * 1024;

interface Rule {
  allows: boolean;
  path: string;
}

export interface Rules {
  /** Rules by path, as they are compared. */
  paths: Rule[];
  /** The delay in seconds, as written. */
  delay?: string;
}

/** The rules that hold for us: those of the groups that name us, else those of `*` (RFC 9309 §2.2.1). */
export function rulesFor(robots: string, token = productToken): Rules {
  const named: Rules = { paths: [] };
  const anyone: Rules = { paths: [] };
  let isNamed = false;
  let targets: Rules[] = [];
  let inAgents = false;
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const [field, ...rest] = (line.split('#', 1)[0] as string).split(':');
    const key = field?.trim().toLowerCase();
    const value = rest.join(':').trim();
    if (key === 'user-agent') {
      if (!inAgents) targets = [];
      inAgents = true;
      if (value === '*') targets.push(anyone);
      if (value.toLowerCase().split('/')[0] === token.toLowerCase()) {
        isNamed = true;
        targets.push(named);
      }
    } else if (key === 'allow' || key === 'disallow') {
      inAgents = false;
      const rule = { allows: key === 'allow', path: normalised(value) };
      if (value !== '') for (const { paths } of targets) paths.push(rule);
    } else if (key === 'crawl-delay') {
      inAgents = false;
      for (const rules of targets) rules.delay ??= value;
    }
  }
  return isNamed ? named : anyone;
}

/**
 * Whether a path matches a pattern with `*` and a final `$`; without a regular expression, linear in the path, whatever
 * the pattern.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const first = parts[0] ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.slice(1).entries()) {
    const isLast = index === parts.length - 2;
    if (isLast && anchored) return path.length - part.length >= at && path.endsWith(part);
    const next = path.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return !anchored || at === path.length;
}

const normalised = (path: string) => {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
};

/** Whether the site lets us read this path (with its query): the longest match decides, a tie allows. */
export function isAllowed({ paths }: Rules, path: string): boolean {
  const asked = normalised(path);
  if (asked === '/robots.txt') return true;
  let best: Rule | undefined;
  for (const rule of paths) {
    if (!matches(rule.path, asked)) continue;
    if (
      !best ||
      rule.path.length > best.path.length ||
      (rule.path.length === best.path.length && rule.allows)
    ) {
      best = rule;
    }
  }
  return best?.allows ?? true;
}

/** The longest delay that is honoured (security S4.13): a site that wants a page an hour would never be read. */
export const maxDelayMs = 30_000;

/** Milliseconds that the site wants between two requests; 0 when it does not say. */
export function crawlDelayMs({ delay = '' }: Rules): number {
  return /^\d{1,6}(\.\d{1,6})?$/.test(delay) ? Math.min(maxDelayMs, Math.round(Number(delay) * 1000)) : 0;
}
