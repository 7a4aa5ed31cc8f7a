import { isAddress } from '@parlance/contract/web-address';

/**
 * The addresses in a pasted text, however they are separated, each once; a comma may be part of one. What is none stays
 * together as it stood in its line, to be told.
 */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const addresses = new Set<string>();
  const others: string[] = [];
  for (const line of text.split('\n')) {
    const parts = line.split(/\s+|[,;](?=\s|$|https?:\/\/)/).filter((part) => part !== '');
    for (const part of parts.filter(isAddress)) addresses.add(part);
    const rest = parts.filter((part) => !isAddress(part)).join(' ');
    if (rest !== '') others.push(rest);
  }
  return { addresses: [...addresses], others };
}

/** Whether an address is of a file or a program that calls itself a sitemap, packed or not. */
export function isSitemapAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  const path = text.replace(/^https?:\/\//i, '').replace(/^[^/?#]*/, '');
  return /\.xml(\.gz)?([?#]|$)|sitemap/i.test(path);
}
