import type { Config } from '../../../config.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';

export type Sites = Pick<Config, 'publicUrl' | 'publicUrlIsDefault' | 'siteUrls'>;

/** An address of one's own, whatever its path; undefined for anybody else's. */
function ownAddress(candidate: unknown, sites: Sites): string | undefined {
  if (typeof candidate !== 'string' || candidate === '' || candidate.length > 2048) return undefined;
  // The parser drops tabs and newlines silently, and reads a backslash as a slash: whoever sends them means harm.
  if (/[\p{Cc}\\\s]/u.test(candidate)) return undefined;
  const url = URL.canParse(candidate) ? new URL(candidate) : undefined;
  if (!url || !/^https?:\/\//i.test(candidate)) return undefined;
  if (url.username || url.password) return undefined;
  return listOwnOrigins(sites).has(url.origin) ? url.href : undefined;
}

/** Where a link leads: the wish if it is one of our sites, else where the person came from, else here. */
export function checkedRedirect(sites: Sites, ...candidates: unknown[]): string {
  for (const candidate of candidates) {
    const address = ownAddress(candidate, sites);
    if (address) return address;
    // A wish that is refused is replaced, not handed to the next guess.
    if (candidate) break;
  }
  return sites.publicUrl;
}

/** The address with these facts in its fragment, as the client reads them. */
export function withFragment(address: string, facts: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams({ ...facts, sb: '' }).toString();
  return url.href;
}

export function withQuery(address: string, facts: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return url.href;
}
