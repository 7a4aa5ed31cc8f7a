import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';

/** What every answer carries (security S9.2). */
export function buildCommonHeaders(config: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/** What a page of ours carries beside: nothing of it runs, loads or is framed but what we name (S9.1). */
export function buildPageHeaders(options: {
  /** The code of each script that stands in the page itself: it runs by its hash. */
  inlineScripts?: readonly string[];
  frameAncestors?: string;
  /** Hosts of a provider whose script the page is there for: it knows no Trusted Types. */
  guests?: readonly string[];
  /** What it frames beside our own pages. */
  frames?: readonly string[];
}): Record<string, string> {
  const guests = options.guests ?? [];
  const hashes = (options.inlineScripts ?? []).map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const scripts = ["'self'", ...hashes, ...guests].join(' ');
  const own = ["'self'", ...guests].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${scripts}`,
      `style-src ${own}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${own}`,
      "manifest-src 'self'",
      `frame-src ${[own, ...(options.frames ?? [])].join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${options.frameAncestors ?? "'none'"}`,
      ...(guests.length > 0 ? [] : ["require-trusted-types-for 'script'"]),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}
