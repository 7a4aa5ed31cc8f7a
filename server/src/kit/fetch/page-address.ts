import { limits } from '@parlance/contract/limits';
import { isAddress } from '@parlance/contract/web-address';

/**
 * A page's address as typed, in the one form that is stored and compared: http or https, no user, no
 * fragment; `example.com/a` gains https. Undefined when it is no such address.
 */
export function parsePageAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!isAddress(text)) return undefined;
  // "example.com:8080" has no scheme.
  const [front = ''] = text.split('/', 1);
  const hasPort = front.includes('.') && /:\d/.test(front.slice(front.indexOf('.')));
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !hasPort ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname.length > 253) return undefined;
  url.hash = '';
  return url.href.length <= limits.urlLength ? url.href : undefined;
}
