import type { Crawl, CrawlPage } from '@parlance/contract/endpoints/crawls';
import { errors, type SourceErrorCode } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import type { CrawledPageRow, CrawlPageRow } from '../crawling/crawl-page-queries.ts';
import type { CrawlRow } from '../crawling/crawl-queries.ts';
import { messages } from '../records/messages.ts';
import { refusalIn, wordRefusal } from '../records/refusals.ts';

type FailedPage = Pick<CrawlPageRow, 'crawl_id' | 'url' | 'reason'>;

/** What is shown of crawls beside their rows. */
export interface CrawlFacts {
  failed: readonly FailedPage[];
  waiting: ReadonlyMap<string, number>;
}

export function presentCrawl(row: CrawlRow, { failed, waiting }: CrawlFacts, language: Language): Crawl {
  const refusal = refusalIn(row);
  return {
    id: row.id,
    chatbotId: row.chatbot_id,
    url: row.url,
    kind: row.kind,
    status: row.status,
    ...(refusal === undefined
      ? {}
      : {
          error: {
            code: refusal.code,
            message: wordRefusal(refusal, language),
            ...(refusal.statusCode === undefined ? {} : { statusCode: refusal.statusCode }),
          },
        }),
    found: row.found,
    read: row.read,
    waiting: waiting.get(row.id) ?? 0,
    skipped: row.skipped,
    failedCount: row.failed,
    failed: failed
      .filter(({ crawl_id }) => crawl_id === row.id)
      .map(({ url, reason }) => ({ url, code: (reason ?? 'fetch_failed') as SourceErrorCode })),
    maxPages: row.max_pages,
    ignoreHeader: row.ignore_header,
    ignoreFooter: row.ignore_footer,
    schedule: row.schedule,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function reasonOf(row: CrawledPageRow, language: Language): string | undefined {
  const { reason, detail } = row;
  if (reason === null) return undefined;
  const texts = speak(messages, language);
  switch (reason) {
    case 'same_as':
      return texts.sameAs(detail ?? '');
    case 'other_site':
      return texts.otherSite;
    case 'beyond_limit':
      return texts.beyondLimit(Number(detail));
    case 'already_a_source':
      return texts.alreadyASource;
    case 'deleted':
      return texts.deletedByHand;
    case 'no_longer_named':
      return texts.noLongerNamed;
    default: {
      const refusal = refusalIn(row);
      return refusal ? wordRefusal(refusal, language) : errors[reason as SourceErrorCode].title[language];
    }
  }
}

export function presentPage(row: CrawledPageRow, language: Language): CrawlPage {
  const reason = reasonOf(row, language);
  return {
    url: row.url,
    status: row.status,
    ...(reason === undefined ? {} : { reason }),
    ...(row.status_code === null ? {} : { statusCode: row.status_code }),
    ...(row.source_id === null ? {} : { sourceId: row.source_id }),
  };
}
