import type { AddedSources, Source, SyncSchedule } from '@parlance/contract/endpoints/sources';
import { errors } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { parsePageAddress } from '../../../kit/fetch/page-address.ts';
import { newId } from '../../../kit/ids.ts';
import { lockOwner } from '../../auth/service.ts';
import { getChatbot, lockChatbot } from '../../chatbots/service.ts';
import { deletePageRows } from '../crawling/crawl-page-queries.ts';
import { nextSyncOf } from '../crawling/crawl-pages.ts';
import { readPageAgain } from '../crawling/crawl-runs.ts';
import { setNotice } from '../crawling/page-queries.ts';
import { hostOf } from '../fetching/site.ts';
import { wakeHost } from '../queue.ts';
import { messages } from '../records/messages.ts';
import { presentSource } from '../records/presenter.ts';
import {
  countUrls,
  findSource,
  findSourceByUrl,
  insertSource,
  type SourceRow,
  updateSource,
} from '../records/queries.ts';
import { addCrawl } from './crawl-service.ts';

interface PageOptions {
  ignoreHeader?: boolean | undefined;
  ignoreFooter?: boolean | undefined;
  schedule?: SyncSchedule | undefined;
}

/**
 * Adds web pages as sources; with `crawl` those that the one given leads to. A known page that had failed is read
 * again.
 */
export async function addPages(
  context: Context,
  ownerId: string,
  chatbotId: string,
  { urls, crawl, ...options }: PageOptions & { urls: string[]; crawl?: { maxPages: number } | undefined },
  language: Language,
): Promise<AddedSources> {
  const [only = ''] = urls;
  if (crawl) {
    const wish = { kind: 'site' as const, url: only, maxPages: crawl.maxPages, ...options };
    return addCrawl(context, ownerId, chatbotId, wish, language);
  }
  await getChatbot(context.db, ownerId, chatbotId);
  const added: AddedSources = { accepted: [], rejected: [] };
  for (const typed of urls) {
    const url = parsePageAddress(typed);
    if (!url) {
      const code = 'address_refused';
      added.rejected.push({ name: typed, code, message: errors[code].title[language] });
      continue;
    }
    const row = await addPage(context, ownerId, chatbotId, url, options);
    if (row) added.accepted.push(presentSource(row, language));
    else {
      const message = speak(messages, language).tooManyUrls;
      added.rejected.push({ name: typed, code: 'limit_exceeded', message });
    }
  }
  return added;
}

/** Adds a page; nothing where the chatbot has as many as it may. */
const addPage = (context: Context, ownerId: string, chatbotId: string, url: string, options: PageOptions) =>
  transaction(context.db, async (db): Promise<SourceRow | undefined> => {
    await lockOwner(db, ownerId);
    if (!(await lockChatbot(db, ownerId, chatbotId))) throw new AppError('not_found');
    const now = context.clock();
    const isKnown = (await findSourceByUrl(db, ownerId, chatbotId, url)) !== undefined;
    if (!isKnown && (await countUrls(db, ownerId, chatbotId)) >= limits.urlsPerChatbot) return undefined;
    const row = await insertSource(db, {
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: chatbotId,
      kind: 'url',
      name: url,
      url,
      host: hostOf(url),
      media_type: 'text/html',
      format: 'html',
      ignore_header: options.ignoreHeader ?? false,
      ignore_footer: options.ignoreFooter ?? false,
      schedule: options.schedule ?? 'never',
      created_at: now,
      updated_at: now,
    });
    if (!row) {
      const known = requireFound(await findSourceByUrl(db, ownerId, chatbotId, url));
      if (known.status !== 'error') return known;
      return requireFound(await readPageAgain(db, known, now));
    }
    await wakeHost(db, { ownerId, chatbotId, host: hostOf(url) }, now);
    return row;
  });

/** Changes how a page is read, from its next reading; `keep` lets it stay although its sitemap no longer names it. */
export const updatePage = (
  { db, clock }: Context,
  ownerId: string,
  id: string,
  { schedule, ignoreHeader, ignoreFooter, keep }: PageOptions & { keep?: true | undefined },
  language: Language,
): Promise<Source> =>
  transaction(db, async (db) => {
    const now = clock();
    const before = requireFound(await findSource(db, ownerId, id));
    if (keep) {
      await setNotice(db, ownerId, [id], 'missing_from_sitemap', undefined, now);
      await deletePageRows(db, [id]);
    }
    const reads = {
      ...(ignoreHeader === undefined ? {} : { ignore_header: ignoreHeader }),
      ...(ignoreFooter === undefined ? {} : { ignore_footer: ignoreFooter }),
    };
    const row = await updateSource(db, before, {
      ...reads,
      // The server would say that nothing has changed, but now it is read in another way.
      ...(Object.keys(reads).length > 0 ? { etag: null, last_modified: null } : {}),
      ...(schedule === undefined || before.kind !== 'url'
        ? {}
        : { schedule, next_sync_at: nextSyncOf(schedule, before.last_sync_at ?? now) }),
      ...(keep ? { crawl_id: null } : {}),
      updated_at: now,
    });
    return presentSource(requireFound(row), language);
  });
