import { limits } from '@parlance/contract/limits';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanLink } from '../../../ui/buttons/PlanLink.tsx';
import { useEstimateCrawl } from '../crawls/queries.ts';
import { texts } from './texts.ts';

export interface CostedCrawl {
  kind: 'sitemap' | 'site';
  url: string;
  maxPages?: number;
  ignoreHeader: boolean;
  ignoreFooter: boolean;
}

/** What a crawl would read and cost, estimated before it begins. `crawl` is undefined while its address is none. */
export function CrawlCost({ chatbotId, crawl }: { chatbotId: string; crawl: CostedCrawl | undefined }) {
  const t = useTexts(texts);
  const format = useFormat();
  const estimate = useEstimateCrawl(chatbotId);
  const isOf = (asked: unknown) => JSON.stringify(asked) === JSON.stringify(crawl);
  // What was found belongs to the address that was asked, not to the one now typed.
  const found = isOf(estimate.variables) ? estimate.data : undefined;
  const failed = isOf(estimate.variables) ? estimate.error : null;

  const sentences: string[] = [];
  let isTooMuch = false;
  if (found) {
    const { pages, isWhole, tokensPerPage, storageTokens, remaining } = found;
    const most = format.number(crawl?.maxPages ?? limits.pagesPerCrawl);
    sentences.push(
      pages === null ? t.estimatedSite(most) : t.estimatedPages(pages, format.number(pages), isWhole),
    );
    sentences.push(
      storageTokens === null || tokensPerPage === null
        ? t.estimatedUnknown
        : t.estimatedCost(format.number(storageTokens), format.number(tokensPerPage)),
    );
    if (remaining !== null && storageTokens !== null && storageTokens > remaining) {
      isTooMuch = true;
      sentences.push(t.estimatedTooMuch(format.number(remaining)));
    }
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        busy={estimate.isPending}
        aria-disabled={crawl === undefined || undefined}
        onClick={() => crawl && estimate.mutate(crawl)}
      >
        {t.estimate}
      </Button>
      <p role="status" className={failed ? 'text-sm text-danger-text' : 'text-sm text-text-2'}>
        {estimate.isPending ? t.estimating : failed ? sentenceOf(failed) : sentences.join(' ')}
        {isTooMuch && (
          <>
            {' '}
            <PlanLink limit="storageTokens" />
          </>
        )}
      </p>
    </div>
  );
}
