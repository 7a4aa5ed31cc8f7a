import type { Crawl } from '@parlance/contract/endpoints/crawls';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { showOutcome } from '../../../ui/toasts/outcome.ts';
import { useSourcesView } from '../address.ts';
import { texts as sourceTexts } from '../texts.ts';
import { crawlPagesQuery, downloadCrawlReport } from './queries.ts';
import { texts } from './texts.ts';

/** The pages of a crawl that were left out or could not be read, each with its reason. */
export function CrawlReport({ crawl, onClose }: { crawl: Crawl; onClose: () => void }) {
  const t = useTexts(texts);
  const s = useTexts(sourceTexts);
  const w = useTexts(words);
  const format = useFormat();
  const { to } = useSourcesView();
  const [status, setStatus] = useState<'failed' | 'skipped'>(crawl.failedCount > 0 ? 'failed' : 'skipped');
  const [isSaving, setSaving] = useState(false);
  const list = useInfiniteQuery(crawlPagesQuery(crawl.id, status));
  const pages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = async () => {
    setSaving(true);
    await showOutcome(s.downloadFailed, downloadCrawlReport(crawl.id, crawl.url));
    setSaving(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.report}
      description={<span className="[overflow-wrap:anywhere]">{crawl.url}</span>}
      closeLabel={w.close}
      size="lg"
      footer={
        <Button
          busy={isSaving}
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void save()}
        >
          {t.downloadReport}
        </Button>
      }
    >
      <div className="flex min-h-72 flex-col items-start gap-4">
        <Segmented
          label={t.which}
          value={status}
          onChange={setStatus}
          options={[
            { value: 'failed', label: `${t.failedPages} ${format.number(crawl.failedCount)}` },
            { value: 'skipped', label: `${t.skippedPages} ${format.number(crawl.skipped)}` },
          ]}
        />
        {list.isError && (
          <LoadFailure title={t.reportFailed} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && (
          <AfterPause>
            <Skeleton className="h-40 w-full rounded-3" />
          </AfterPause>
        )}
        {list.isSuccess && pages.length === 0 && (
          <p role="status" className="w-full py-8 text-center text-text-2">
            {status === 'failed' ? t.noneFailed : t.noneSkipped}
          </p>
        )}
        <ul className="flex w-full flex-col divide-y divide-line">
          {pages.map(({ url, reason = '', statusCode, sourceId }) => (
            <li key={url} className="flex flex-col gap-0.5 py-2.5 [overflow-wrap:anywhere]">
              {/^https?:/i.test(url) ? (
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="self-start text-md text-accent-text hover:underline"
                >
                  {url}
                </a>
              ) : (
                // What a sitemap names need not be an address.
                <span className="text-md">{url}</span>
              )}
              <span className="text-sm text-text-2">
                {reason}
                {/* Most reasons name it already. */}
                {statusCode !== undefined && !reason.includes(String(statusCode)) && (
                  <> · {s.statusCode(statusCode)}</>
                )}
              </span>
              {sourceId !== undefined && (
                <Link
                  to={to({ source: sourceId })}
                  className="self-start rounded-1 text-sm font-medium text-accent-text hover:underline"
                >
                  {t.toSource}
                  <span className="visually-hidden"> {url}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
        <LoadMore list={list} />
      </div>
    </Dialog>
  );
}
