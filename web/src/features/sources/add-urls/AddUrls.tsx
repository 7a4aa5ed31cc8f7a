import type { SyncSchedule } from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import { isAddress } from '@parlance/contract/web-address';
import { type ReactNode, useId, useRef } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextInput } from '../../../ui/fields/TextInput.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useAddSitemap } from '../crawls/queries.ts';
import { useAddUrls } from '../queries.ts';
import { useSchedules } from '../source/schedules.ts';
import { StorageLeft } from '../uploads/StorageLeft.tsx';
import { addressesIn, isSitemapAddress } from './addresses.ts';
import { type CostedCrawl, CrawlCost } from './CrawlCost.tsx';
import { texts as addTexts } from './texts.ts';

type Kind = 'pages' | 'sitemap' | 'crawl';

const initial = {
  kind: 'pages',
  addresses: '',
  sitemap: '',
  site: '',
  maxPages: '500',
  /** Of a sitemap: none, all that it names. */
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

/** What the form names, once its address is one. */
function costedCrawlOf({ kind, sitemap, site, maxPages, sitemapPages, ignoreHeader, ignoreFooter }: Values) {
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

/** Pages by their addresses, all that a sitemap names, or all that links lead to. */
export function AddUrls({ chatbotId, onClose }: { chatbotId: string; onClose: () => void }) {
  const a = useTexts(addTexts);
  const w = useTexts(words);
  const format = useFormat();
  const formId = useId();
  const schedules = useSchedules();
  const addPages = useAddUrls(chatbotId);
  const addMap = useAddSitemap(chatbotId);
  // Each kind has its own field for addresses: the one that a refusal belongs to.
  const fieldOf = { pages: 'addresses', sitemap: 'sitemap', crawl: 'site' } as const;
  const start = useRef(initial);

  const form = useForm<Values>({
    initial: start.current,
    draft: `urls:${chatbotId}`,
    validate({ kind, addresses, sitemap, site, maxPages, sitemapPages }): FieldErrors<Values> {
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
    },
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
        onClose();
        return undefined;
      } catch (error) {
        return { [field]: sentenceOf(error) };
      }
    },
  });
  const { values } = form;
  const kind = values.kind as Kind;
  const crawl = costedCrawlOf(values);
  const giveUp = () => {
    form.forgetDraft();
    onClose();
  };

  const fields: Record<Kind, ReactNode> = {
    pages: (
      <TextArea
        {...form.field('addresses')}
        label={a.addresses}
        placeholder={a.addressesExample}
        help={a.pagesHelp}
        rows={5}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
      />
    ),
    sitemap: (
      <>
        <TextInput
          {...form.field('sitemap')}
          label={a.sitemapAddress}
          placeholder={a.sitemapExample}
          help={a.sitemapHelp}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextInput
          {...form.field('sitemapPages')}
          label={a.maxPages}
          optional={w.optional}
          help={a.sitemapPagesHelp}
          inputMode="numeric"
          className="max-w-36"
        />
        <CrawlCost chatbotId={chatbotId} crawl={crawl} />
      </>
    ),
    crawl: (
      <>
        <TextInput
          {...form.field('site')}
          label={a.siteAddress}
          placeholder={a.siteExample}
          help={a.siteHelp}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
        />
        <TextInput
          {...form.field('maxPages')}
          label={a.maxPages}
          help={a.maxPagesHelp}
          inputMode="numeric"
          className="max-w-36"
        />
        <CrawlCost chatbotId={chatbotId} crawl={crawl} />
      </>
    ),
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && giveUp()}
      title={a.addUrlsTitle}
      description={a.addUrlsDescription}
      closeLabel={w.close}
      dirty={[values.addresses, values.sitemap, values.site].some((text) => text.trim() !== '')}
      initialFocus={() =>
        document.getElementById(formId)?.querySelector<HTMLElement>('textarea, input[inputmode=url]')
      }
      footer={
        <>
          <Button onClick={giveUp}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {a.add}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col items-stretch gap-5">
        <div>
          <Segmented
            label={a.kinds}
            value={kind}
            onChange={(next) => form.set('kind', next)}
            options={[
              { value: 'pages', label: a.pages },
              { value: 'sitemap', label: a.sitemap },
              { value: 'crawl', label: a.crawl },
            ]}
          />
        </div>
        {fields[kind]}
        <fieldset className="flex flex-col gap-2.5">
          <legend className="pb-2 text-sm font-medium">{a.reading}</legend>
          <Checkbox {...form.toggle('ignoreHeader')} label={a.ignoreHeader} />
          <Checkbox {...form.toggle('ignoreFooter')} label={a.ignoreFooter} />
        </fieldset>
        <Select
          label={a.schedule}
          help={a.scheduleHelp}
          value={values.schedule as SyncSchedule}
          options={schedules}
          onChange={(schedule) => form.set('schedule', schedule)}
        />
        <p className="text-sm text-text-2">
          <StorageLeft />
        </p>
      </form>
    </Dialog>
  );
}
