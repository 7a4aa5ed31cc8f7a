import { setImmediate as otherTurns } from 'node:timers/promises';
import { limits } from '@parlance/contract/limits';
import { parsePageAddress } from '../../../kit/fetch/page-address.ts';
import type { SitemapEntry } from '../../reading/service.ts';

/** The host of an address, scheme, name and port: whose turn it takes, and whose robots.txt holds. */
export const hostOf = (url: string) => new URL(url).origin;

/** The site of an address: with or without `www.`, by http or https, it is one. */
export function siteOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/^www\./, '')}:${port}`;
}

/** Links from the first page beyond which nothing is followed, and pages that differ in their query alone (security S4.14). */
export const maxDepth = 10;
export const maxQueries = 100;

/** Whether a link's last part says that it leads to no page. */
const nonPageExtension =
  /\.(?:7z|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m4a|m4v|mjs|mkv|mov|mp3|mp4|mpe?g|msi|odp|ods|odt|ogg|ogv|otf|png|pptx?|rar|rss|svgz?|tar|tgz|tiff?|ttf|wav|webm|webp|wmv|woff2?|xlsx?|xml|zip)$/i;

/** Query parameters that name the visit, not the page. */
const trackingParameter =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|phpsessid|jsessionid|sessionid|sid)$/i;

/** A page's links that lead to pages of its own site, in the one form in which they are compared, each once. */
export function linksOfPage(page: string, links: readonly string[]): string[] {
  const site = siteOf(page);
  const found = new Set<string>();
  for (const link of links) {
    if (!/^https?:/i.test(link)) continue;
    const url = new URL(link);
    if (url.username !== '' || url.password !== '' || siteOf(url.href) !== site) continue;
    if (nonPageExtension.test(url.pathname)) continue;
    url.hash = '';
    for (const name of [...url.searchParams.keys()])
      if (trackingParameter.test(name)) url.searchParams.delete(name);
    if (url.href.length <= 2048) found.add(url.href);
  }
  return [...found];
}

/** Entries that are judged before others get a turn: a sitemap may bring a million. */
const linkBatchSize = 1_000;

/** A sitemap's entries that are pages of its site, as their addresses are stored, and the others' addresses. */
export async function filterToSite(
  sitemap: string,
  entries: readonly SitemapEntry[],
): Promise<{ own: SitemapEntry[]; others: string[] }> {
  const site = siteOf(sitemap);
  const own: SitemapEntry[] = [];
  const others: string[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % linkBatchSize === 0) await otherTurns();
    const url = /^https?:/i.test(entry.url) ? parsePageAddress(entry.url) : undefined;
    if (url !== undefined && siteOf(url) === site) own.push({ ...entry, url });
    else others.push(entry.url.slice(0, limits.urlLength));
  }
  return { own, others };
}
