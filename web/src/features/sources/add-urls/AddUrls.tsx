import type { SyncSchedule } from '@parlance/contract/endpoints/sources';
import { useId } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextInput } from '../../../ui/fields/TextInput.tsx';
import { useSchedules } from '../source/schedules.ts';
import { StorageLeft } from '../uploads/StorageLeft.tsx';
import { costedCrawlOf, type Kind, useAddUrlsForm } from './add-urls-form.ts';
import { CrawlCost } from './CrawlCost.tsx';
import { texts as addTexts } from './texts.ts';

type Form = ReturnType<typeof useAddUrlsForm>;

function PagesFields({ form }: { form: Form }) {
  const a = useTexts(addTexts);
  return (
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
  );
}

function SitemapFields({ form }: { form: Form }) {
  const a = useTexts(addTexts);
  const w = useTexts(words);
  return (
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
    </>
  );
}

function SiteFields({ form }: { form: Form }) {
  const a = useTexts(addTexts);
  return (
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
    </>
  );
}

/** Adds pages by their addresses, all that a sitemap names, or all that links lead to. */
export function AddUrls({ chatbotId, onClose }: { chatbotId: string; onClose: () => void }) {
  const a = useTexts(addTexts);
  const w = useTexts(words);
  const formId = useId();
  const schedules = useSchedules();
  const form = useAddUrlsForm(chatbotId, onClose);
  const { values } = form;
  const kind = values.kind as Kind;
  const giveUp = () => {
    form.forgetDraft();
    onClose();
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
        {kind === 'pages' && <PagesFields form={form} />}
        {kind === 'sitemap' && <SitemapFields form={form} />}
        {kind === 'crawl' && <SiteFields form={form} />}
        {kind !== 'pages' && <CrawlCost chatbotId={chatbotId} crawl={costedCrawlOf(values)} />}
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
