/** What was pasted, however it was separated, each address once; a comma may be part of one. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/\s+|[,;](?=\s|$|https?:\/\/)/).filter((part) => part !== '')),
];

/** Looks like the address of a page, with or without its scheme; the server judges. */
export const isAddress = (text: string): boolean =>
  /^(https?:\/\/)?[^\s/:]+\.[^\s/]+|^https?:\/\/\S+/i.test(text);

/** An address of a file or a program that calls itself a sitemap, packed or not. */
export function isSitemapAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  const path = text.replace(/^https?:\/\//i, '').replace(/^[^/?#]*/, '');
  return /\.xml(\.gz)?([?#]|$)|sitemap/i.test(path);
}
