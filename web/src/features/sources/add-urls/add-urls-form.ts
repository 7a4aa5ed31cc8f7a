import type { SyncSchedule } from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import { isAddress } from '@parlance/contract/web-address';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useAddSitemap } from '../crawls/queries.ts';
import { useAddUrls } from '../queries.ts';
import { addressesIn, isSitemapAddress } from './addresses.ts';
import type { CostedCrawl } from './CrawlCost.tsx';
import { texts } from './texts.ts';

export type Kind = 'pages' | 'sitemap' | 'crawl';

const initial = {
  kind: 'pages',
  addresses: '',
  sitemap: '',
  site: '',
  maxPages: '500',
  /** Pages of a sitemap; empty, all that it names. */
  sitemapPages: '',
  ignoreHeader: false as boolean,
  ignoreFooter: false as boolean,
  schedule: 'never',
};
type Values = typeof initial;

function isPageLimit(text: string): boolean {
  const most = Number(text);
  return Number.isInteger(most) && most >= 1 && most <= limits.pagesPerCrawl;
}

/** The crawl that the form names, once its address is one. */
export function costedCrawlOf({
  kind,
  sitemap,
  site,
  maxPages,
  sitemapPages,
  ignoreHeader,
  ignoreFooter,
}: Values) {
  const [address, most, isOne] =
    kind === 'sitemap' ? [sitemap, sitemapPages, isSitemapAddress] : [site, maxPages, isAddress];
  const url = address.trim();
  if (kind === 'pages' || url === '' || !isOne(url)) return undefined;
  const crawl: CostedCrawl = {
    kind: kind === 'sitemap' ? 'sitemap' : 'site',
    url,
    ignoreHeader,
    ignoreFooter,
  };
  return isPageLimit(most) ? { ...crawl, maxPages: Number(most) } : crawl;
}

/** Each kind has its own field for addresses: the one that a refusal belongs to. */
const fieldOf = { pages: 'addresses', sitemap: 'sitemap', crawl: 'site' } as const;

function useRules() {
  const a = useTexts(texts);
  const format = useFormat();
  return ({ kind, addresses, sitemap, site, maxPages, sitemapPages }: Values): FieldErrors<Values> => {
    if (kind === 'pages')
      return addressesIn(addresses).addresses.length > 0 ? {} : { addresses: a.addressRequired };
    const tooMany = a.maxPagesInvalid(format.number(limits.pagesPerCrawl));
    if (kind === 'crawl')
      return {
        ...(isAddress(site.trim()) ? {} : { site: a.siteRequired }),
        ...(isPageLimit(maxPages) ? {} : { maxPages: tooMany }),
      };
    const address = sitemap.trim();
    return {
      ...(address === ''
        ? { sitemap: a.sitemapRequired }
        : isSitemapAddress(address)
          ? {}
          : { sitemap: a.sitemapInvalid }),
      ...(sitemapPages.trim() === '' || isPageLimit(sitemapPages) ? {} : { sitemapPages: tooMany }),
    };
  };
}

/** The form that names pages, a sitemap or a site, and adds what it names. */
export function useAddUrlsForm(chatbotId: string, onAdded: () => void) {
  const a = useTexts(texts);
  const validate = useRules();
  const addPages = useAddUrls(chatbotId);
  const addMap = useAddSitemap(chatbotId);
  const form = useForm<Values>({
    initial,
    draft: `urls:${chatbotId}`,
    validate,
    async submit({ kind, addresses, sitemap, site, maxPages, sitemapPages, schedule, ...page }) {
      const options = { ...page, schedule: schedule as SyncSchedule };
      const field = fieldOf[kind as Kind];
      const pasted = addressesIn(addresses);
      try {
        const { accepted, rejected } =
          kind === 'sitemap'
            ? await addMap.mutateAsync({
                ...options,
                url: sitemap.trim(),
                ...(sitemapPages.trim() === '' ? {} : { maxPages: Number(sitemapPages) }),
              })
            : await addPages.mutateAsync(
                kind === 'crawl'
                  ? { ...options, urls: [site.trim()], crawl: { maxPages: Number(maxPages) } }
                  : { ...options, urls: pasted.addresses },
              );
        const [refusal] = rejected;
        if (kind !== 'pages' && refusal) return { [field]: refusal.message };
        if (kind === 'pages') {
          if (accepted.length > 0) showToast({ tone: 'success', title: a.added(accepted.length) });
          const left = [...pasted.others, ...rejected.map(({ name }) => name)];
          if (left.length > 0) {
            form.set('addresses', left.join('\n'));
            return { [field]: `${refusal?.message ?? a.noAddress} ${a.stillRefused(left.length)}` };
          }
        }
        if (kind !== 'pages') showToast({ tone: 'success', title: a.crawlBegun });
        form.forgetDraft();
        onAdded();
        return undefined;
      } catch (error) {
        return { [field]: sentenceOf(error) };
      }
    },
  });
  return form;
}
