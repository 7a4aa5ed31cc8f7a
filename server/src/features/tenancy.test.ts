import { createApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { requestExport } from '@parlance/contract/endpoints/account/exports';
import { createTelegramChannel } from '@parlance/contract/endpoints/channels';
import { createChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { createCheck, runChecks } from '@parlance/contract/endpoints/checks';
import { answerQuestion } from '@parlance/contract/endpoints/conversations';
import { addSitemap } from '@parlance/contract/endpoints/crawls';
import { listPassages } from '@parlance/contract/endpoints/sources';
import { createSummary } from '@parlance/contract/endpoints/summaries';
import { createTransfer } from '@parlance/contract/endpoints/transfers';
import { beginUpload } from '@parlance/contract/endpoints/uploads';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../kit/ids.ts';
import { password } from '../test/clients/auth-protocol.ts';
import { upload } from '../test/clients/upload.ts';
import { ask } from '../test/clients/visitor.ts';
import { png, sendImage } from '../test/images.ts';
import { type Program, startProgram, type User } from '../test/program.ts';

/** Stands in everything that account A owns; no answer to anybody else may hold it. */
const marker = 'zanzibarite';

let program: Program;
let owner: User;
let stranger: User;
let strangersKey: string;
let openApi: { paths: Record<string, Record<string, unknown>> };
let own: Ids;

interface Ids {
  chatbotId: string;
  channelId: string;
  version: string;
  slot: string;
  sourceId: string;
  answerId: string;
  unansweredId: string;
  crawlId: string;
  uploadId: string;
  passageId?: string;
  transferId?: string;
  checkId: string;
  runId: string;
  summaryId: string;
  sessionId: string;
  exportId: string;
  apiKeyId: string;
  entryId: string;
  publicId: string;
  conversationId: string;
  messageId: string;
  visitorToken: string;
}

interface Call {
  /** The source to name, where not any will do. */
  of?: 'answerId';
  body?: unknown;
  form?: { name: string; text: string; field?: string; fields?: Record<string, string> };
  query?: string;
  headers?: Record<string, string>;
  /** What its owner gets, where that is a refusal. */
  allowed?: number;
}

/** What each operation that names an object is called with; a new one without an entry fails below. */
const operations: Record<string, Call> = {
  'GET /api/v1/chatbots/{chatbotId}': {},
  'PATCH /api/v1/chatbots/{chatbotId}': { body: { contact: 'mine@example.org' } },
  'DELETE /api/v1/chatbots/{chatbotId}': {},
  'POST /api/v1/chatbots/{chatbotId}/install-check': { body: { url: 'http://127.0.0.1:9/' } },
  'POST /api/v1/chatbots/{chatbotId}/duplicate': { body: { copySources: false } },
  'POST /api/v1/chatbots/{chatbotId}/images': {
    form: {
      name: 'x.svg',
      text: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      field: 'file',
      fields: { slot: 'sendIcon' },
    },
  },
  'DELETE /api/v1/chatbots/{chatbotId}/images/{slot}': {},
  'GET /api/v1/chatbots/{chatbotId}/versions': {},
  'POST /api/v1/chatbots/{chatbotId}/versions/{version}/restore': {},
  'GET /api/v1/chatbots/{chatbotId}/contents': {},
  'GET /api/v1/channels/{channelId}': {},
  // Its steps are under way.
  'PATCH /api/v1/channels/{channelId}': { body: {}, allowed: 409 },
  'POST /api/v1/channels/{channelId}/retry': { allowed: 409 },
  'POST /api/v1/channels/{channelId}/reconnect': { allowed: 409 },
  'DELETE /api/v1/channels/{channelId}': { allowed: 409 },
  'POST /api/v1/chatbots/{chatbotId}/files': { form: { name: 'x.txt', text: 'Bonjour.' } },
  'POST /api/v1/chatbots/{chatbotId}/urls': { body: { urls: ['https://example.org/x'] } },
  'GET /api/v1/chatbots/{chatbotId}/sources': {},
  'POST /api/v1/chatbots/{chatbotId}/uploads': { body: { name: 'x.txt', size: 3 } },
  'POST /api/v1/chatbots/{chatbotId}/search': { body: { query: marker } },
  'GET /api/v1/chatbots/{chatbotId}/messages': {},
  'GET /api/v1/chatbots/{chatbotId}/recent-messages': {},
  'POST /api/v1/chatbots/{chatbotId}/messages': { body: { text: `Où trouve-t-on la ${marker} ?` } },
  'POST /api/v1/chatbots/{chatbotId}/sources/delete': { body: { ids: [newId(new Date())] } },
  'POST /api/v1/chatbots/{chatbotId}/sources/sync': { body: { filter: {} } },
  'GET /api/v1/chatbots/{chatbotId}/unanswered': {},
  'DELETE /api/v1/chatbots/{chatbotId}/unanswered/{unansweredId}': {},
  'POST /api/v1/chatbots/{chatbotId}/answers': { body: { question: 'Quoi ?', answer: 'Ceci.' } },
  'GET /api/v1/sources/{sourceId}/answer': { of: 'answerId' },
  'PATCH /api/v1/sources/{sourceId}/answer': {
    of: 'answerId',
    body: { question: 'Parking ?', answer: 'Gratuit.' },
  },
  'PATCH /api/v1/passages/{passageId}': { body: { excluded: false } },
  'GET /api/v1/uploads/{uploadId}': {},
  'PATCH /api/v1/uploads/{uploadId}': { headers: { 'upload-offset': '0' } },
  'DELETE /api/v1/uploads/{uploadId}': {},
  'POST /api/v1/chatbots/{chatbotId}/sitemaps': { body: { url: 'https://example.org/sitemap.xml' } },
  'GET /api/v1/chatbots/{chatbotId}/crawls': {},
  'POST /api/v1/chatbots/{chatbotId}/crawls/estimate': {
    // Of this program itself, which nobody may read: an estimate fetches at once.
    body: { kind: 'site', url: 'http://127.0.0.1/' },
    allowed: 422,
  },
  'GET /api/v1/crawls/{crawlId}': {},
  'PATCH /api/v1/crawls/{crawlId}': { body: { schedule: 'daily' } },
  'DELETE /api/v1/crawls/{crawlId}': {},
  'GET /api/v1/crawls/{crawlId}/pages': {},
  'POST /api/v1/crawls/{crawlId}/stop': {},
  'POST /api/v1/crawls/{crawlId}/resume': {},
  'GET /api/v1/sources/{sourceId}': {},
  'PATCH /api/v1/sources/{sourceId}': { body: { schedule: 'never' } },
  'DELETE /api/v1/sources/{sourceId}': {},
  'POST /api/v1/sources/{sourceId}/sync': {},
  'GET /api/v1/sources/{sourceId}/passages': {},
  'GET /api/v1/sources/{sourceId}/content': {},
  'GET /api/v1/chatbots/{chatbotId}/checks': {},
  'POST /api/v1/chatbots/{chatbotId}/checks': { body: { question: 'Où ?', mustContain: ['ici'] } },
  'PATCH /api/v1/checks/{checkId}': { body: { question: 'Où ?' } },
  'DELETE /api/v1/checks/{checkId}': {},
  'GET /api/v1/chatbots/{chatbotId}/check-runs': {},
  'POST /api/v1/chatbots/{chatbotId}/check-runs': {},
  'GET /api/v1/check-runs/{runId}': {},
  'POST /api/v1/check-runs/{runId}/stop': {},
  'GET /api/v1/chatbots/{chatbotId}/summaries': {},
  'POST /api/v1/chatbots/{chatbotId}/summaries': { body: { period: '7d' } },
  'GET /api/v1/chatbots/{chatbotId}/summaries/estimate': { query: '?period=7d' },
  'GET /api/v1/summaries/{summaryId}': {},
  'DELETE /api/v1/summaries/{summaryId}': {},
  'DELETE /api/v1/sessions/{sessionId}': {},
  'DELETE /api/v1/api-keys/{apiKeyId}': {},
  'DELETE /api/v1/privacy/export/{exportId}': {},
  'GET /api/v1/chatbots/{chatbotId}/conversations': {},
  'GET /api/v1/conversations/{conversationId}': {},
  'GET /api/v1/conversations/{conversationId}/visitor': {},
  'DELETE /api/v1/conversations/{conversationId}/visitor': {},
  'DELETE /api/v1/conversations/{conversationId}': {},
  'GET /api/v1/usage/ledger/{entryId}': {},
  // For its receiver alone, who is neither of the two.
  'GET /api/v1/transfers/{transferId}/effect': { allowed: 404 },
  'POST /api/v1/transfers/{transferId}/accept': { allowed: 404 },
  'POST /api/v1/transfers/{transferId}/decline': { allowed: 404 },
  'POST /api/v1/transfers/{transferId}/cancel': {},
};

/** Opened by a signed link alone: privacy/exports/exports.test.ts. */
const linkOperations = ['GET /api/v1/privacy/exports/{exportId}/archive'];

/** Those for visitors: the public id is what the page shows, the token is what opens a conversation. */
const visitorOperations: Record<string, { isSecret: boolean; body?: unknown }> = {
  'GET /embed/v1/{publicId}': { isSecret: false },
  'GET /embed/v1/{publicId}/images/{slot}': { isSecret: false },
  'POST /embed/v1/{publicId}/messages': { isSecret: false, body: { text: 'Bonjour ?' } },
  'GET /embed/v1/{publicId}/conversations/{conversationId}': { isSecret: true },
  'DELETE /embed/v1/{publicId}/conversations/{conversationId}': { isSecret: true },
  'POST /embed/v1/{publicId}/messages/{messageId}/feedback': { isSecret: true, body: { value: 'up' } },
};

const address = (path: string, ids: Partial<Ids>) =>
  program.url + path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof Ids] ?? 'unknown');

async function perform(
  operation: string,
  ids: Partial<Ids>,
  { of = undefined, body, form, query = '', headers: added }: Call,
  headers: Record<string, string> = {},
) {
  const [method = '', path = ''] = operation.split(' ');
  const data = new FormData();
  for (const [name, value] of Object.entries(form?.fields ?? {})) data.append(name, value);
  if (form) data.append(form.field ?? 'files', new Blob([form.text]), form.name);
  const named = of === undefined ? ids : { ...ids, sourceId: ids[of] ?? newId(new Date()) };
  const response = await fetch(address(path, named) + query, {
    method,
    headers: { ...added, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(form ? { body: data } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
const as = (user: User) => ({ authorization: `Bearer ${user.token}` });
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

async function anotherSession(): Promise<string> {
  const { body } = await program.auth('/token?grant_type=password', { email: owner.email, password });
  return decodeJwt(body.access_token).session_id as string;
}

const newKey = async (user: User, name: string) =>
  (await user.call(createApiKey, { body: { name, scopes: ['read', 'write', 'answer'] } })).body;

async function ownObjects(): Promise<Ids> {
  const { body } = await owner.call(createChatbot, {
    body: { name: `Chatbot ${marker} ${newId(new Date()).slice(-6)}`, platform: 'website' },
  });
  const channel = await owner.call(createTelegramChannel, {
    body: { name: `Canal ${marker} ${newId(new Date()).slice(-6)}`, botToken: `1:${'A'.repeat(35)}` },
  });
  const added = await upload(program, owner, body.id, [
    { name: `${marker}.txt`, bytes: `La ${marker} est une pierre violette. ${newId(new Date())}` },
  ]);
  const begun = await owner.call(beginUpload, {
    params: { chatbotId: body.id },
    body: { name: `${marker}.txt`, size: 10 },
  });
  const crawl = await owner.call(addSitemap, {
    params: { chatbotId: body.id },
    body: { url: `https://example.org/${marker}.xml` },
  });
  const check = await owner.call(createCheck, {
    params: { chatbotId: body.id },
    body: { question: `Où trouve-t-on la ${marker} ?`, mustContain: [marker] },
  });
  const run = await owner.call(runChecks, { params: { chatbotId: body.id } });
  const { meta } = await ask(program, body.publicId, { text: `Où trouve-t-on la ${marker} ?` });
  const summary = await owner.call(createSummary, {
    params: { chatbotId: body.id },
    body: { period: '24h' },
  });
  await sendImage(program, owner, body.id, { slot: 'launcherIcon', bytes: png() });
  await owner.call(updateChatbot, { params: { chatbotId: body.id }, body: { systemMessage: marker } });
  const { id: unansweredId } = await program.context.db
    .selectFrom('unanswered_questions')
    .select('id')
    .where('chatbot_id', '=', body.id)
    .executeTakeFirstOrThrow();
  const answer = await owner.call(answerQuestion, {
    params: { chatbotId: body.id },
    body: { question: 'Parking ?', answer: 'Gratuit.' },
  });
  const entry = await program.context.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return {
    chatbotId: body.id,
    channelId: channel.body.id,
    version: '1',
    slot: 'launcherIcon',
    sourceId: added.body.accepted[0]?.id ?? '',
    answerId: answer.body.id,
    unansweredId,
    uploadId: begun.body.id,
    crawlId: crawl.body.crawlId ?? '',
    checkId: check.body.id,
    runId: run.body.id,
    summaryId: summary.body.id,
    sessionId: await anotherSession(),
    exportId: (await owner.call(requestExport)).body.id,
    apiKeyId: await newKey(owner, marker).then(({ id }) => id),
    entryId: entry.id,
    publicId: body.publicId,
    ...meta,
  };
}

beforeAll(async () => {
  program = await startProgram({
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
    CRAWLER_ALLOW: '127.0.0.1:9',
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
  });
  [owner, stranger] = [await program.newUser(), await program.newUser()];
  for (const { id } of [owner, stranger]) {
    await program.context.db.insertInto('accounts').values({ owner_id: id, plan: 'scale' }).execute();
  }
  const response = await fetch(`${program.url}/api/v1/openapi.json`);
  openApi = (await response.json()) as typeof openApi;
  own = await ownObjects();
  strangersKey = (await newKey(stranger, 'Script')).key;
  await program.settle();
  const { body } = await owner.call(listPassages, { params: { sourceId: own.sourceId } });
  own.passageId = body.items[0]?.id ?? '';
  const offer = { chatbotId: own.chatbotId, email: 'receiver@example.org' };
  own.transferId = (await owner.call(createTransfer, { body: offer })).body.id;
});
afterAll(() => program.stop());

test('every operation that names an object is in the tables above, and nothing else', () => {
  const naming = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    // What the official client speaks is looked at by the conformance suite.
    path.includes('{') && !path.startsWith('/auth/')
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
  expect(naming.sort()).toEqual(
    [...Object.keys(operations), ...Object.keys(visitorOperations), ...linkOperations].sort(),
  );
});

test.each(Object.entries(operations))('%s is there for its owner alone', async (operation, call) => {
  const neverUsed = Object.fromEntries(
    [
      'chatbotId',
      'sourceId',
      'crawlId',
      'uploadId',
      'passageId',
      'checkId',
      'runId',
      'summaryId',
      'sessionId',
      'exportId',
      'apiKeyId',
      'entryId',
      'conversationId',
      'unansweredId',
    ].map((name) => [name, newId(new Date())]),
  ) as Partial<Ids>;
  const foreign = await perform(operation, own, call, as(stranger));
  const unknown = await perform(operation, neverUsed, call, as(stranger));
  expect(foreign.status).toBe(404);
  expect(unknown.status).toBe(404);
  expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(unknown.text));
  // A key that may do everything that a key may.
  const byKey = await perform(operation, own, call, { authorization: `Bearer ${strangersKey}` });
  expect([403, 404]).toContain(byKey.status);
  const anonymous = await perform(operation, own, call);
  const forged = await perform(operation, own, call, { authorization: 'Bearer forged' });
  expect([anonymous.status, forged.status]).toEqual([401, 401]);
  for (const { text } of [foreign, byKey, anonymous, forged]) expect(text).not.toContain(marker);
  // Its owner may; what is deleted is made for it.
  const ids = operation.startsWith('DELETE') ? await ownObjects() : own;
  const allowed = await perform(operation, ids, call, as(owner));
  if (call.allowed) return expect(allowed.status).toBe(call.allowed);
  expect(allowed.status).toBeGreaterThanOrEqual(200);
  expect(allowed.status).toBeLessThan(300);
});

test.each(Object.entries(visitorOperations))('%s opens to its visitor alone', async (operation, call) => {
  const ids = operation.startsWith('DELETE') ? await ownObjects() : own;
  if (call.isSecret) {
    const other = await ask(program, own.publicId, { text: 'Bonjour ?' });
    const wrong = [
      {},
      { 'x-visitor-token': 'guess' },
      { 'x-visitor-token': other.meta.visitorToken },
      as(owner),
    ];
    for (const headers of wrong as Record<string, string>[]) {
      const refused = await perform(operation, ids, call, headers);
      expect(refused.status).toBe(404);
      expect(refused.text).not.toContain(marker);
    }
  } else {
    const unknown = await perform(
      operation,
      { publicId: 'abcdefghijklmnopqrstuv', slot: 'launcherIcon' },
      call,
    );
    expect(unknown.status).toBe(404);
  }
  const allowed = await perform(operation, ids, call, { 'x-visitor-token': ids.visitorToken });
  expect(allowed.status).toBeLessThan(300);
});

test('ids in queries and cursors open nothing', async () => {
  const ofOwner = await perform('GET /api/v1/chatbots', {}, { query: '?limit=1' }, as(owner));
  const cursor = Buffer.from(JSON.stringify({ value: '', id: own.chatbotId })).toString('base64url');
  const answers = [
    await perform('GET /api/v1/usage/ledger', {}, { query: `?chatbotId=${own.chatbotId}` }, as(stranger)),
    await perform('GET /api/v1/usage/ledger', {}, { query: `?cursor=${cursor}` }, as(stranger)),
    await perform('GET /api/v1/chatbots', {}, { query: `?search=${marker}` }, as(stranger)),
    await perform('GET /api/v1/conversations', {}, { query: `?search=${marker}` }, as(stranger)),
    await perform('GET /api/v1/conversations', {}, { query: `?chatbotId=${own.chatbotId}` }, as(stranger)),
    await perform(
      'GET /api/v1/conversations',
      {},
      { query: `?visitorOf=${own.conversationId}` },
      as(stranger),
    ),
    await perform('GET /api/v1/conversations', {}, { headers: { accept: 'text/csv' } }, as(stranger)),
    await perform('GET /api/v1/chatbots', {}, { query: `?cursor=${cursor}` }, as(stranger)),
  ];
  expect(ofOwner.text).toContain(marker);
  for (const { text } of answers) expect(text).not.toContain(marker);
});

test('what A owns stands in no answer to B, wherever B looks', async () => {
  const listing = Object.entries(openApi.paths).filter(
    ([path, methods]) => path.startsWith('/api/v1/') && !path.includes('{') && 'get' in methods,
  );
  expect(listing.length).toBeGreaterThan(4);
  const toOwner: string[] = [];
  const queries: Record<string, string> = { '/api/v1/billing/preview': '?plan=free' };
  for (const [path] of listing) {
    const call = { query: queries[path] ?? '' };
    const answer = await perform(`GET ${path}`, {}, call, as(stranger));
    expect(answer.status, path).toBeLessThan(300);
    expect(answer.text, path).not.toContain(marker);
    expect(answer.text, path).not.toContain(owner.id);
    toOwner.push((await perform(`GET ${path}`, {}, call, as(owner))).text);
  }
  expect(toOwner.join()).toContain(marker);
});

test('words of A’s documents give B’s chatbot no answer', async () => {
  const { body } = await stranger.call(createChatbot, { body: { name: 'Voisin', platform: 'website' } });
  const heard = await ask(program, body.publicId, { text: `Qu’est-ce que la ${marker} ?` });
  expect(heard.done?.mode).toBe('unanswered');
  const ofOwner = await ask(program, own.publicId, { text: `Qu’est-ce que la ${marker} ?` });
  expect(ofOwner.text).toContain('pierre violette');
});

test('names, bytes and keys are each account’s own', async () => {
  const ids = new Set<string | undefined>();
  for (const user of [owner, stranger]) {
    const { status, body } = await user.call(createChatbot, {
      body: { name: 'Même nom', platform: 'website' },
      headers: { 'idempotency-key': 'same-key' },
    });
    expect(status).toBe(201);
    const added = await upload(program, user, body.id, [{ name: 'même.txt', bytes: 'Les mêmes octets.' }]);
    ids.add(body.id).add(added.body.accepted[0]?.id);
  }
  expect(ids.size).toBe(4);
});
