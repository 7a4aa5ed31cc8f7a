import type { BodyOf } from '@parlance/contract/endpoint';
import type {
  AnsweringDraft,
  Chatbot,
  updateChatbot as change,
  createChatbot as creation,
} from '@parlance/contract/endpoints/chatbots';
import type { Language } from '@parlance/contract/i18n';
import { isTimeZone } from '@parlance/contract/time-zone';
import type { Context } from '../../context.ts';
import { inBatches } from '../../db/batches.ts';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import { takePage } from '../../kit/http/cursor.ts';
import { newId, randomToken } from '../../kit/ids.ts';
import { accountLanguage, lockOwner } from '../auth/service.ts';
import { type Account, isModelOffered, planOf } from '../billing/service.ts';
import { nameKey } from './copies/name-key.ts';
import { fitToPlan } from './plan/fit.ts';
import { refuseActive, refuseBeyondPlan } from './plan/limit.ts';
import { presentChatbot } from './presenter.ts';
import {
  type ChatbotRow,
  type ChatbotsPage,
  chatbotById,
  chatbotByName,
  chatbotByPublicId,
  chatbotsByIds,
  chatbotsOf,
  chatbotWithAccount,
  deleteChatbotRow,
  deleteSomeChatbots,
  insertChatbot,
  lockChatbotRow,
  renamePublicly,
  sortValueOf,
  updateChatbotRow,
} from './queries.ts';
import { nextEditTime } from './versions/edited-at.ts';
import { storeVersion } from './versions/versions.ts';

export { frameAncestors, isDomainAllowed } from './allowed-domains.ts';
export { completeCopy, copyChatbot } from './copies/copy.ts';
export { handOverChatbot, nameAt } from './copies/hand-over.ts';
export { fitToPlan } from './plan/fit.ts';
export { chatbotsInKeptOrder } from './plan/queries.ts';
export { presentChatbot, welcomeIn } from './presenter.ts';
export { type ChatbotRow, countChatbots, findChatbotNames, reportError, settleError } from './queries.ts';
export { recordPageRefused, recordPageSeen } from './sites/seen.ts';

export const createChatbot = (
  context: Context,
  ownerId: string,
  wish: BodyOf<typeof creation>,
): Promise<Chatbot> =>
  transaction(context.db, async (db) =>
    presentChatbot(await createChatbotAs(context, db, ownerId, wish, newId(context.clock()))),
  );

/** Creates a chatbot of any platform under an id, as a part of the caller's transaction, which locks its owner first. */
export async function createChatbotAs(
  context: Pick<Context, 'clock' | 'config'>,
  db: Db,
  ownerId: string,
  wish: { name: string; platform: ChatbotRow['platform']; timeZone?: string | null | undefined },
  id: string,
): Promise<ChatbotRow> {
  const now = context.clock();
  await lockOwner(db, ownerId);
  await refuseBeyondPlan(context, db, ownerId);
  const language = await accountLanguage(db, ownerId);
  const row = await insertChatbot(db, {
    id,
    owner_id: ownerId,
    public_id: randomToken(16),
    name: wish.name,
    name_key: nameKey(wish.name),
    platform: wish.platform,
    language,
    time_zone: wish.timeZone != null && isTimeZone(wish.timeZone) ? wish.timeZone : null,
    created_at: now,
    updated_at: now,
  });
  if (!row) throw new AppError('chatbot_name_taken');
  return row;
}

/** Throws why a chatbot of this name could not be created now. */
export async function refuseNewChatbot(
  context: Pick<Context, 'config' | 'db'>,
  ownerId: string,
  name: string,
): Promise<void> {
  await refuseBeyondPlan(context, context.db, ownerId);
  if (await chatbotByName(context.db, ownerId, nameKey(name))) throw new AppError('chatbot_name_taken');
}

export async function listChatbots(
  db: Db,
  ownerId: string,
  page: Omit<ChatbotsPage, 'nameKey'> & { name?: string },
  language: Language,
): Promise<{ items: Chatbot[]; last: { value: string; id: string } | undefined }> {
  const { name, search, ...rest } = page;
  const wish = {
    ...rest,
    ...(name === undefined ? {} : { nameKey: nameKey(name) }),
    ...(search === undefined ? {} : { search: nameKey(search) }),
  };
  const { shown, last } = await takePage(wish, (page) => chatbotsOf(db, ownerId, page));
  return {
    items: shown.map((row) => presentChatbot(row, language)),
    last: last && { value: sortValueOf(last, page.sort), id: last.id },
  };
}

export const getChatbot = async (db: Db, ownerId: string, id: string): Promise<ChatbotRow> =>
  requireFound(await chatbotById(db, ownerId, id));

/** Those of these chatbots that the account has. */
export const findChatbots = async (db: Db, ownerId: string, ids: readonly string[], language: Language) =>
  (await chatbotsByIds(db, ownerId, ids)).map((row) => presentChatbot(row, language));

export interface PublicChatbot {
  chatbot: ChatbotRow;
  /** The owner's account. */
  account: Account;
}

const lookups = new WeakMap<Db, Map<string, ReturnType<typeof chatbotByPublicId>>>();

/** Looks a chatbot up once for all who ask for it at that moment: its visitors come together. */
function lookUp(db: Db, publicId: string): ReturnType<typeof chatbotByPublicId> {
  const running = lookups.get(db) ?? new Map();
  lookups.set(db, running);
  const lookup =
    running.get(publicId) ?? chatbotByPublicId(db, publicId).finally(() => running.delete(publicId));
  running.set(publicId, lookup);
  return lookup;
}

/**
 * The chatbot for visitors: no owner is known yet, the public id is what they hold. Rows may be shared: nobody changes
 * them.
 */
export const getPublicChatbot = async (db: Db, publicId: string): Promise<PublicChatbot> =>
  withAccount(requireFound(await lookUp(db, publicId)));

/** The chatbot of a channel for those who write there; undefined when it is gone. */
export async function findAnsweringChatbot(
  db: Db,
  ownerId: string,
  id: string,
): Promise<PublicChatbot | undefined> {
  const row = await chatbotWithAccount(db, ownerId, id);
  return row && withAccount(row);
}

function withAccount(row: NonNullable<Awaited<ReturnType<typeof chatbotByPublicId>>>): PublicChatbot {
  const { account_created_at, account_time_zone, account_plan, account_active_until, ...chatbot } = row;
  const account = {
    created_at: account_created_at,
    time_zone: account_time_zone,
    plan: account_plan,
    active_until: account_active_until,
  };
  return { chatbot, account };
}

const answeringColumns = (wish: AnsweringDraft) => ({
  system_message: wish.systemMessage,
  contact: wish.contact,
  language: wish.language,
  time_zone: wish.timeZone,
  tone: wish.tone,
  answer_length: wish.answerLength,
  when_unknown: wish.whenUnknown,
  model: wish.model,
  temperature: wish.temperature,
});

/** The chatbot as it would be with these changes. */
export function applyDraft(row: ChatbotRow, draft: AnsweringDraft = {}): ChatbotRow {
  const changed = Object.entries(answeringColumns(draft)).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(changed) };
}

/** Throws `model_not_offered` for a model that is newly chosen, and that the account's plan has not. */
export async function refuseUnofferedModel(
  { config }: Pick<Context, 'config'>,
  db: Db,
  row: Pick<ChatbotRow, 'owner_id' | 'model'>,
  wanted: string | null | undefined,
): Promise<void> {
  if (wanted == null || wanted === row.model) return;
  const { plan } = await planOf(db, config.plans, row.owner_id);
  if (!isModelOffered(config, plan, wanted)) throw new AppError('model_not_offered');
}

export async function updateChatbot(
  context: Context,
  ownerId: string,
  id: string,
  wish: BodyOf<typeof change>,
  language: Language,
): Promise<Chatbot> {
  return transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    const row = await getChatbot(db, ownerId, id);
    const now = nextEditTime(context, row);
    if (wish.updatedAt !== undefined && Date.parse(wish.updatedAt) !== row.updated_at.getTime()) {
      throw new AppError('edit_conflict');
    }
    if (wish.status === 'active' && row.resumes_as !== null) await refuseActive(context, db, ownerId);
    await refuseUnofferedModel(context, db, row, wish.model);
    const named = wish.name === undefined ? {} : { name: wish.name, name_key: nameKey(wish.name) };
    if (named.name_key !== undefined) {
      const holder = await chatbotByName(db, ownerId, named.name_key);
      if (holder && holder.id !== id) throw new AppError('chatbot_name_taken');
    }
    if (wish.systemMessage !== undefined) await storeVersion(db, row, wish.systemMessage, now);
    const changed = await updateChatbotRow(db, ownerId, id, {
      ...named,
      status: wish.status,
      ...answeringColumns(wish),
      ...(wish.status === undefined ? {} : { error: null }),
      // Paused by its owner as well, it does not come back with a larger plan.
      ...(wish.status === 'paused' && row.resumes_as !== null ? { resumes_as: wish.status } : {}),
      // Nothing that is still being made is declared done.
      ...(wish.creation !== undefined && row.creation === 'warning'
        ? { creation: wish.creation, creation_notice: null }
        : {}),
      welcome_message: wish.welcomeMessage,
      suggestions: wish.suggestions,
      privacy_url: wish.privacyUrl,
      retention_days: wish.retentionDays,
      daily_tokens: wish.dailyTokens,
      monthly_tokens: wish.monthlyTokens,
      appearance: wish.appearance && encodeJson({ ...row.appearance, ...wish.appearance }),
      allowed_domains: wish.allowedDomains && [
        ...new Set(wish.allowedDomains.map((domain) => domain.toLowerCase())),
      ],
      allow_apps: wish.allowApps,
      updated_at: now,
    });
    return presentChatbot(requireFound(changed), language);
  });
}

/** Deletes a chatbot: its sources, passages and conversations go with the row; their files are swept by a job. */
export const deleteChatbot = (context: Context, ownerId: string, id: string): Promise<void> =>
  transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    await lockChatbotExclusively(db, ownerId, id);
    requireFound(await deleteChatbotRow(db, ownerId, id));
    // Its place is another's, which had to pause for want of one.
    await fitToPlan(context, db, ownerId);
  });

/** Takes all chatbots of an account off the web at once. */
export const hideChatbots = renamePublicly;

/** Deletes an account's chatbots one by one, so that nobody waits for all of them. */
export const deleteChatbotsOf = (db: Db, ownerId: string, signal: AbortSignal) =>
  inBatches(db, 1, (db, size) => deleteSomeChatbots(db, ownerId, size), signal);

/**
 * Keeps a chatbot from being deleted until the transaction ends; false when it is gone. A deletion goes from the owner
 * down: so does whoever changes what hangs on a chatbot, or the two wait for each other.
 */
export const lockChatbot = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await lockChatbotRow(db, ownerId, id, 'shared')) !== undefined;

/**
 * Locks a chatbot for whoever takes away what others hold: waits for those who hold it now, and whoever comes later
 * waits, too. Several readings that each hold it again and again would otherwise put a deletion off until they end.
 * Before any other lock but the owner's.
 */
export const lockChatbotExclusively = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await lockChatbotRow(db, ownerId, id, 'alone')) !== undefined;

/** Notes that a source of the chatbot became searchable. */
export const recordSync = (db: Db, ownerId: string, id: string, at: Date) =>
  updateChatbotRow(db, ownerId, id, { last_sync_at: at });
