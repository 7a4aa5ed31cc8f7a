import type { Config } from '../../../config.ts';

const ports = new Set(['', '443', '80', '88', '8443']);

/**
 * Whether a platform would deliver to us: over https alone, and on these ports. Where its API is a server of the operator's own, as in
 * tests, any address is.
 */
export function isDeliverable({ publicUrl }: Pick<Config, 'publicUrl'>, apiUrl: string): boolean {
  const { protocol, port } = new URL(publicUrl);
  return new URL(apiUrl).protocol === 'http:' || (protocol === 'https:' && ports.has(port));
}

/**
 * Whether an address is one of ours under another origin: the operator has moved, or runs a copy. Where the one before still leads to
 * us, nothing is lost.
 */
export const isOfOtherOrigin = (address: string, callbackUrls: readonly string[]): boolean =>
  URL.canParse(address) && callbackUrls.some((url) => new URL(url).pathname === new URL(address).pathname);
