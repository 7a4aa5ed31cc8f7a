import { createWebsiteChannel, getChannel, listChannels } from '@parlance/contract/endpoints/channels';
import {
  checkInstall,
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  listVersions,
  removeChatbotImage,
  restoreVersion,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { getEmbedConfig } from '@parlance/contract/endpoints/embed';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { listOwnOrigins } from '../../kit/http/server/origins.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { ask } from '../../test/clients/visitor.ts';
import { jpeg, png, sendImage } from '../../test/images.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { startWebServer } from '../../test/servers/web.ts';
import { removeAbandonedFiles, sweepOrphanedFiles } from '../sources/queue.ts';
import * as service from './service.ts';

let program: Program;
let site: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  site = await startWebServer();
  program = await startProgram({
    PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname,
    CRAWLER_ALLOW: site.host,
    LLM_BASE_URL: 'http://127.0.0.1:1/v1',
    LLM_MODEL: 'petit-modele',
  });
});
afterAll(async () => {
  await program.stop();
  await site.stop();
});

let known: Promise<{ user: User; id: string }> | undefined;
/** A chatbot for what is refused: nothing of it changes. */
async function shared() {
  known ??= program.newUser().then(async (user) => {
    const { body } = await user.call(createChatbot, { body: website('Réglages') });
    return { user, id: body.id };
  });
  const { user, id } = await known;
  return { user, body: (await user.call(getChatbot, { params: { chatbotId: id } })).body };
}

const website = (name: string) => ({ name, platform: 'website' as const });

test('a chatbot is created, read, renamed and deleted', async () => {
  const user = await program.newUser();
  const created = await user.call(createChatbot, { body: website('  Accueil   de l’hôtel ') });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ name: 'Accueil de l’hôtel', status: 'active', language: 'fr' });
  const params = { chatbotId: created.body.id };
  const renamed = await user.call(updateChatbot, { params, body: { name: 'Réception' } });
  expect(renamed.body.name).toBe('Réception');
  expect((await user.call(listChatbots)).body.items).toMatchObject([{ name: 'Réception' }]);
  expect((await user.call(deleteChatbot, { params })).status).toBe(204);
  expect((await user.call(getChatbot, { params })).status).toBe(404);
});

test('a name is taken whatever its case, its spaces and its composition, until its chatbot is deleted', async () => {
  const user = await program.newUser();
  const first = await user.call(createChatbot, { body: website('Réservations') });
  for (const name of ['réservations', '  RÉSERVATIONS ', 'Re\u0301servations']) {
    const again = await user.call(createChatbot, { body: website(name) });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'chatbot_name_taken', title: 'Ce nom de chatbot existe déjà.' });
  }
  await user.call(deleteChatbot, { params: { chatbotId: first.body.id } });
  expect((await user.call(createChatbot, { body: website('RÉSERVATIONS') })).status).toBe(201);
  // Inner spaces, too, wherever a name is compared.
  await user.call(createChatbot, { body: website('Salon de thé') });
  expect((await user.call(createChatbot, { body: website('Salon  de \u00a0 thé') })).status).toBe(409);
  for (const query of [{ name: ' salon   DE thé' }, { search: 'on   de  th' }]) {
    expect((await user.call(listChatbots, { query })).body.items).toMatchObject([{ name: 'Salon de thé' }]);
  }
});

test('two requests at once make one chatbot of one name', async () => {
  const user = await program.newUser();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => user.call(createChatbot, { body: website('Boutique') })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
});

test('a website channel is its chatbot, under a name by the channels’ own rule', async () => {
  const user = await program.newUser();
  const made = await user.call(createWebsiteChannel, {
    // What a browser names and nobody knows is no reason to refuse.
    body: { name: ' H  ', timeZone: 'Etc/Unheard-of' },
  });
  expect(made.status).toBe(201);
  const { body: chatbot } = await user.call(getChatbot, { params: { chatbotId: made.body.id } });
  expect(chatbot).toMatchObject({ name: 'H', platform: 'website', timeZone: null });
  expect(made.body).toEqual({
    id: chatbot.id,
    chatbotId: chatbot.id,
    platform: 'website',
    name: 'H',
    account: 'H',
    link: `${program.url}/embed/${chatbot.publicId}`,
    status: 'ready',
    isPaused: false,
    steps: [],
    lastEventAt: null,
    health: null,
    createdAt: chatbot.createdAt,
  });
  expect((await user.call(getChannel, { params: { channelId: chatbot.id } })).body).toEqual(made.body);
  // Its name, longer than the dialog of chatbots takes, stands in the way of no other change.
  const long = await user.call(createWebsiteChannel, { body: { name: 'é'.repeat(64) } });
  const params = { chatbotId: long.body.id };
  expect((await user.call(updateChatbot, { params, body: { contact: 'x' } })).status).toBe(200);
  expect((await user.call(createWebsiteChannel, { body: { name: 'é'.repeat(65) } })).status).toBe(400);
  expect((await user.call(createWebsiteChannel, { body: { name: 'h' } })).body).toMatchObject({
    code: 'chatbot_name_taken',
  });
  await user.call(createWebsiteChannel, { body: { name: 'Third' } });
  expect((await user.call(createWebsiteChannel, { body: { name: 'Fourth' } })).body).toMatchObject({
    code: 'chatbot_limit_reached',
    limit: 3,
  });
  const first = await user.call(listChannels, { query: { limit: '2' } });
  expect(first.body.items.map(({ account }) => account)).toEqual(['Third', 'é'.repeat(64)]);
  const rest = await user.call(listChannels, { query: { cursor: first.body.nextCursor ?? '' } });
  expect(rest.body.items).toEqual([made.body]);
});

test('the plan limits the number, also for requests at once', async () => {
  const user = await program.newUser({ language: 'en' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => user.call(createChatbot, { body: website(`Chatbot ${at}`) })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 403);
  expect(refused?.body).toMatchObject({ code: 'chatbot_limit_reached', limit: 3 });
});

test.each(['ab', 'x'.repeat(51), '   a   ', 'a\u0000bc', '\ud800abc', 12, null, ['abc'], undefined])(
  'the name %j is refused',
  async (name) => {
    const { user } = await shared();
    const answer = await user.call(createChatbot, { body: website(name as string) });
    expect(answer.status).toBe(400);
  },
);

test('characters are counted as people count them', async () => {
  const user = await program.newUser();
  expect((await user.call(createChatbot, { body: website('👩‍👩‍👧'.repeat(50)) })).status).toBe(201);
  expect((await user.call(createChatbot, { body: website('👩‍👩‍👧'.repeat(2)) })).status).toBe(400);
});

test('somebody else’s chatbot is not there', async () => {
  const [owner, stranger] = [await program.newUser(), await program.newUser()];
  const { body } = await owner.call(createChatbot, { body: website('Privé') });
  const params = { chatbotId: body.id };
  expect((await stranger.call(getChatbot, { params })).status).toBe(404);
  expect((await stranger.call(updateChatbot, { params, body: { name: 'Volé' } })).status).toBe(404);
  expect((await stranger.call(deleteChatbot, { params })).status).toBe(404);
  expect((await stranger.call(createChatbot, { body: website('Privé') })).status).toBe(201);
  expect((await program.call(getChatbot, { params })).status).toBe(401);
});

test('a page ends with a cursor that goes on, in every order', async () => {
  const user = await program.newUser();
  const second = `Beta ${'👩‍👩‍👧ﷺ'.repeat(20)}`;
  const ids = new Map<string, string>();
  for (const name of [second, 'alpha', 'Gamma']) {
    ids.set((await user.call(createChatbot, { body: website(name) })).body.id, name);
  }
  const { db } = program.context;
  const [beta, , gamma] = [...ids.keys()] as [string, string, string];
  await db.updateTable('chatbots').set({ platform: 'telegram' }).where('id', '=', gamma).execute();
  await db.updateTable('chatbots').set({ last_sync_at: new Date() }).where('id', '=', beta).execute();
  const orders = {
    name: ['alpha', second, 'Gamma'],
    createdAt: [second, 'alpha', 'Gamma'],
    platform: ['Gamma', second, 'alpha'],
    lastSyncAt: ['alpha', 'Gamma', second],
  };
  for (const [field, order] of Object.entries(orders)) {
    for (const sort of [field, `-${field}`]) {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await user.call(listChatbots, { query: { sort, limit: 2, cursor } });
        names.push(...body.items.map(({ name }) => name));
        cursor = body.nextCursor ?? undefined;
      } while (cursor);
      expect(names, sort).toEqual(sort === field ? order : order.toReversed());
    }
  }
  const messengers = await user.call(listChatbots, { query: { platform: 'telegram' } });
  expect(messengers.body.items).toMatchObject([{ name: 'Gamma' }]);
  expect((await user.call(listChatbots, { query: { search: 'ALPH' } })).body.items).toHaveLength(1);
  expect((await user.call(listChatbots, { query: { search: '%' } })).body.items).toEqual([]);
  expect((await user.call(listChatbots, { query: { cursor: 'garbage' } })).status).toBe(400);
});

const settings = {
  systemMessage: 'Réponds en « marin ». <b>Pas</b> de *markdown*.',
  welcomeMessage: 'Ahoy <script>alert(1)</script> \u202e🦜',
  suggestions: ['Où ?', '<img src=x onerror=alert(1)>'],
  contact: 'quai@port.example',
  privacyUrl: 'https://port.example/vie-privee',
  language: 'en' as const,
  tone: 'warm' as const,
  answerLength: 'short' as const,
  whenUnknown: 'rephrase' as const,
  model: 'petit-modele',
  temperature: 0.3,
  allowApps: true,
  retentionDays: 90 as const,
  dailyTokens: 1000,
  monthlyTokens: 0,
};

test('every setting comes back as it was put', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Réglages') });
  const params = { chatbotId: body.id };
  const appearance = {
    primaryColor: '#A1b2C3',
    corners: 'square' as const,
    title: '</style>',
    placeholder: '?',
  };
  await user.call(updateChatbot, { params, body: { ...settings, appearance } });
  await user.call(updateChatbot, {
    params,
    body: {
      allowedDomains: ['Port.example', '*.port.example', 'port.EXAMPLE'],
      appearance: { zIndex: 7 },
    },
  });
  const read = await user.call(getChatbot, { params });
  expect(read.body).toMatchObject({
    ...settings,
    allowedDomains: ['port.example', '*.port.example'],
    appearance: { ...body.appearance, ...appearance, zIndex: 7 },
  });
  const cleared = {
    privacyUrl: null,
    model: null,
    temperature: null,
    retentionDays: null,
    dailyTokens: null,
  };
  const reset = await user.call(updateChatbot, { params, body: { ...cleared, monthlyTokens: null } });
  expect(reset.body).toMatchObject({ ...cleared, monthlyTokens: null, tone: 'warm' });
});

test.each([
  { systemMessage: 'x'.repeat(1_000_000) },
  { welcomeMessage: 'a\u0000b' },
  { suggestions: Array.from({ length: 11 }, () => 'Où ?') },
  { privacyUrl: 'javascript:alert(1)' },
  { appearance: { primaryColor: 'red;background:url(//x)' } },
  { appearance: { launcherIconUrl: 'https://x.example/i.svg' } },
  { temperature: 2.1 },
  { retentionDays: 7 },
  { allowedDomains: ['https://port.example'] },
  { status: 'error' },
  { publicId: 'x' },
])('the change %# is refused', async (change) => {
  const { user, body } = await shared();
  const params = { chatbotId: body.id };
  expect((await user.call(updateChatbot, { params, body: change as never })).status).toBe(400);
  expect((await user.call(getChatbot, { params })).body).toEqual(body);
});

test('names of any script, and of whatever reads like a program, come back to the letter', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Noms') });
  const params = { chatbotId: body.id };
  for (const name of ['مرحبا بالعالم', '🦜🦜🦜', '<b>gras</b>', '=HYPERLINK("x")', '{{7*7}}']) {
    expect((await user.call(updateChatbot, { params, body: { name } })).body.name).toBe(name);
  }
  for (const name of ['x'.repeat(10_000), '👩‍👩‍👧'.repeat(51)]) {
    expect((await user.call(updateChatbot, { params, body: { name } })).status).toBe(400);
  }
  // A name from before, or from a messenger, that is longer than a form takes stands in no other change's way.
  const long = 'y'.repeat(60);
  const row = program.context.db.updateTable('chatbots').where('id', '=', body.id);
  await row.set({ name: long, name_key: long }).execute();
  const changed = await user.call(updateChatbot, { params, body: { contact: 'ici' } });
  expect(changed.body).toMatchObject({ name: long, contact: 'ici' });
});

test('an edit of what was changed meanwhile is refused, and a reading of its sources is no edit', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Édition') });
  const params = { chatbotId: body.id };
  await service.recordSync(program.context.db, user.id, body.id, new Date());
  const wish = (contact: string, updatedAt: string) =>
    user.call(updateChatbot, { params, body: { contact, updatedAt } });
  const first = await wish('aide@hotel.example', body.updatedAt);
  expect(first.status).toBe(200);
  const late = await wish('autre@hotel.example', body.updatedAt);
  expect(late.body).toMatchObject({ status: 409, code: 'edit_conflict' });
  expect((await wish('autre@hotel.example', first.body.updatedAt)).status).toBe(200);
});

test('a chatbot in error says why in the reader’s language, until it is resumed', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Panne') });
  const params = { chatbotId: body.id };
  const error = encodeJson({ fr: 'Le jeton a été révoqué.', en: 'The token was revoked.' });
  const row = program.context.db.updateTable('chatbots').where('id', '=', body.id);
  await row.set({ status: 'error', error }).execute();
  const read = (language: string) =>
    user.call(getChatbot, { params, headers: { 'accept-language': language } });
  expect((await read('en')).body).toMatchObject({ status: 'error', error: 'The token was revoked.' });
  expect((await read('fr')).body.error).toBe('Le jeton a été révoqué.');
  const resumed = await user.call(updateChatbot, { params, body: { status: 'active' } });
  expect(resumed.body.status).toBe('active');
  expect(resumed.body).not.toHaveProperty('error');
});

test('earlier instructions are kept, fifty of them, and can be taken again', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Versions') });
  const params = { chatbotId: body.id };
  const write = (systemMessage: string) => user.call(updateChatbot, { params, body: { systemMessage } });
  const versions = async (query = {}) => (await user.call(listVersions, { params, query })).body;
  await write('Un');
  await write('Un');
  await write('Deux');
  expect((await versions()).items).toMatchObject([
    { version: 2, systemMessage: 'Un' },
    { version: 1, systemMessage: '' },
  ]);
  const restored = await user.call(restoreVersion, { params: { ...params, version: '2' } });
  expect(restored.body.systemMessage).toBe('Un');
  expect((await versions()).items[0]).toMatchObject({ version: 3, systemMessage: 'Deux' });
  for (let change = 4; change <= 52; change++) await write(`Le ${change}`);
  const first = await versions({ limit: 40 });
  const rest = await versions({ limit: 40, cursor: first.nextCursor });
  expect([...first.items, ...rest.items].map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, at) => 52 - at),
  );
  expect((await user.call(restoreVersion, { params: { ...params, version: '2' } })).status).toBe(404);
});

test('a repeated request with its key makes one chatbot', async () => {
  const user = await program.newUser();
  const wish = { body: website('Une fois'), headers: { 'idempotency-key': 'abc' } };
  const first = await user.call(createChatbot, wish);
  const second = await user.call(createChatbot, wish);
  expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
  const other = await user.call(createChatbot, { ...wish, body: website('Autre chose') });
  expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
});

const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect onload="x" width="1"/></svg>';

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of program.context.files.list()) keys.push(key);
  return keys;
}

const padded = (size: number) => Buffer.concat([png(), Buffer.alloc(size - png().length)]);
test.each([
  [{ slot: 'avatar', bytes: padded(limits.imageBytes) }, 200, undefined],
  [{ slot: 'avatar', bytes: padded(limits.imageBytes + 1) }, 413, 'image_too_large'],
  [{ slot: 'avatar', bytes: drawn }, 415, 'avatar_unsupported'],
  [{ slot: 'sendIcon', bytes: drawn }, 200, undefined],
  [{ slot: 'userAvatar', bytes: png(5000, 5000) }, 422, 'image_dimensions'],
  [{ slot: 'userAvatar', bytes: png().subarray(0, 60) }, 422, 'image_unreadable'],
  [{ slot: 'userAvatar', bytes: 'GIF89a', name: 'x.png' }, 415, 'image_unsupported'],
  [{ slot: 'userAvatar', bytes: `<svg><g>${'<g/>'.repeat(500_000)}` }, 422, 'image_unreadable'],
  [{ slot: 'userAvatar', bytes: '' }, 415, 'image_unsupported'],
  [{ slot: '__proto__', bytes: png() }, 400, 'validation_failed'],
  [{ bytes: png() }, 400, 'validation_failed'],
  [{ slot: 'avatar' }, 400, 'validation_failed'],
])('image %#', async (image, status, code) => {
  const { user, body } = await shared();
  const before = await storedFiles();
  const answer = await sendImage(program, user, body.id, image);
  expect(answer).toMatchObject({ status, body: code === undefined ? {} : { code } });
  if (code !== undefined) expect(await storedFiles()).toEqual(before);
});

test('a page is looked at for the snippet, and what stands in its way is said', async () => {
  const user = await program.newUser();
  const [mine, other] = [
    (await user.call(createChatbot, { body: website('Accueil') })).body,
    (await user.call(createChatbot, { body: website('Boutique') })).body,
  ];
  const params = { chatbotId: mine.id };
  const look = async (url = site.url('/accueil')) => {
    // Each look is another minute's.
    program.advance(61_000);
    const { body } = await user.call(checkInstall, { params, body: { url } });
    return [body.found, ...body.problems.map(({ code }) => code)];
  };
  const snippet = ({ publicId }: { publicId: string }, server = program.url) =>
    `<script src="${server}/embed/v1/${publicId}/widget.js" data-chatbot="${publicId}" async></script>`;
  const page = (html: string, headers = {}) => site.page('/accueil', html, headers);

  page(snippet(mine));
  expect(await look()).toEqual([true]);
  page(`<iframe src="${program.url}/embed/${mine.publicId}"></iframe>`);
  expect(await look()).toEqual([true]);
  page('<p>Bonjour');
  expect(await look()).toEqual([false, 'snippet_missing']);
  page(snippet(mine, 'https://bot.example'));
  expect(await look()).toEqual([false, 'other_server']);
  page(snippet(mine).replace('data-chatbot', 'data-chat'));
  expect(await look()).toEqual([false, 'snippet_incomplete']);
  page(snippet(mine) + snippet(mine) + snippet(other));
  expect(await look()).toEqual([true, 'loaded_twice']);
  page(snippet(mine), { 'content-security-policy': "default-src 'self', img-src *" });
  expect(await look()).toEqual([true, 'blocked_by_policy']);
  expect(await look(site.url('/absente'))).toEqual([false, 'unreachable']);
  site.page('/image', 'x', { 'content-type': 'image/png' });
  expect(await look(site.url('/image'))).toEqual([false, 'not_a_page']);
  page('<b>'.repeat(1000));
  expect(await look()).toEqual([false, 'not_a_page']);

  page(snippet(other));
  const change = { status: 'paused' as const, allowedDomains: ['hotel.example'] };
  await user.call(updateChatbot, { params, body: change });
  program.advance(61_000);
  const spoken = async (language: string) => {
    const wish = { params, body: { url: site.url('/accueil') }, headers: { 'accept-language': language } };
    return (await user.call(checkInstall, wish)).body.problems;
  };
  expect(await spoken('fr')).toMatchObject([
    { code: 'other_chatbot', message: expect.stringContaining('«\u00a0Boutique\u00a0»') },
    { code: 'domain_not_allowed', message: expect.stringContaining('127.0.0.1') },
    { code: 'paused', message: expect.stringContaining('en pause') },
  ]);
  expect((await spoken('en'))[0]?.message).toContain('“Boutique”');

  const refused = await user.call(checkInstall, { params, body: { url: 'http://169.254.169.254/' } });
  expect(refused.body).toMatchObject({ status: 422, code: 'address_refused' });
  const answers = [];
  for (let turn = 0; turn < 9; turn++)
    answers.push(await user.call(checkInstall, { params, body: { url: site.url('/accueil') } }));
  expect(answers.at(-1)?.body).toMatchObject({ code: 'rate_limited' });
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('where a chatbot was seen is told: on customers’ pages that may have it, once a minute', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Aperçu') });
  const params = { chatbotId: body.id };
  const visit = (headers: Record<string, string>) =>
    program.call(getEmbedConfig, { params: { publicId: body.publicId }, headers });
  const seen = async () => (await user.call(getChatbot, { params })).body.seenOn;
  const refused = async () => (await user.call(getChatbot, { params })).body.refusedOn;
  const [ours] = listOwnOrigins(program.context.config);
  await visit({});
  for (const origin of [ours ?? '', 'null', 'file://', 'chrome-extension://abc']) await visit({ origin });
  await visit({ referer: `${program.url}/x` });
  await user.call(updateChatbot, { params, body: { allowedDomains: ['*.hotel.example'] } });
  expect((await visit({ origin: 'https://thief.example' })).body).toMatchObject({
    code: 'domain_not_allowed',
  });
  expect(await seen()).toBeUndefined();
  // Who asked in vain is told as well, until it may.
  await expect.poll(refused).toMatchObject({ host: 'thief.example' });
  await visit({ origin: 'https://other.example' });
  expect(await refused()).toMatchObject({ host: 'thief.example' });
  const allowedDomains = ['*.hotel.example', 'thief.example'];
  await user.call(updateChatbot, { params, body: { allowedDomains } });
  expect(await refused()).toBeUndefined();
  await visit({ referer: 'https://www.hotel.example/chambres?token=x' });
  await expect.poll(seen).toMatchObject({ host: 'www.hotel.example' });
  const first = await seen();
  await visit({ origin: 'https://fr.hotel.example' });
  program.advance(61_000);
  expect(await seen()).toEqual(first);
  await visit({ origin: 'https://fr.hotel.example:8443' });
  await expect.poll(seen).toMatchObject({ host: 'fr.hotel.example:8443' });
  expect((await user.call(getChatbot, { params })).body.updatedAt).not.toBe((await seen())?.at);
});

test('visitors of a paused chatbot read that it is unavailable, and what it looks like', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Pause') });
  await user.call(updateChatbot, { params: { chatbotId: body.id }, body: { status: 'paused' } });
  const config = await program.call(getEmbedConfig, { params: { publicId: body.publicId } });
  expect(config.status).toBe(200);
  const heard = await ask(program, body.publicId, { text: 'Are you open?', language: 'en' });
  expect(heard.problem).toMatchObject({
    code: 'temporarily_unavailable',
    title: 'The assistant is temporarily unavailable. Please try again later.',
  });
  expect(heard.text).toBe('');
});

// Last: its clock goes so far ahead that no earlier session is left.
test('images are cleaned, shown at addresses that change with them, and go with their slot', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Images') });
  const params = { chatbotId: body.id };
  expect(body.avatarUrl).toBeNull();
  const before = (await storedFiles()).length;
  const photo = await sendImage(program, user, body.id, { slot: 'avatar', bytes: jpeg(), name: 'x.png' });
  expect(photo.status).toBe(200);
  const shown = async (path: string | null, headers = {}) =>
    fetch(new URL(path ?? '', program.url), { headers: { referer: 'https://hotel.example/', ...headers } });
  const answer = await shown(photo.body.avatarUrl);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg());
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': 'attachment; filename="avatar.jpg"',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  const other = await sendImage(program, user, body.id, { slot: 'avatar', bytes: png() });
  expect(other.body.avatarUrl).not.toBe(photo.body.avatarUrl);
  expect(await storedFiles()).toHaveLength(before + 1);
  const late = await shown(photo.body.avatarUrl);
  expect([late.headers.get('content-type'), late.headers.get('cache-control')]).toEqual([
    'image/png',
    'no-cache',
  ]);

  const icon = await sendImage(program, user, body.id, { slot: 'launcherIcon', bytes: drawn });
  const svg = await shown(icon.body.appearance.launcherIconUrl);
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(await svg.text()).toMatch(/^<svg xmlns[^>]*><rect width="1"\/><\/svg>$/);
  expect((await user.call(getChatbot, { params })).body).toEqual(icon.body);
  expect(icon.body.updatedAt).toBe(body.updatedAt);

  await user.call(updateChatbot, { params, body: { allowedDomains: ['hotel.example'] } });
  const asked = (origin: string) => shown(icon.body.avatarUrl, { origin });
  const allowed = await asked('https://hotel.example');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://hotel.example');
  expect((await asked('https://thief.example')).status).toBe(403);
  expect((await shown(icon.body.avatarUrl)).status).toBe(200);

  const removed = await user.call(removeChatbotImage, { params: { ...params, slot: 'avatar' } });
  expect(removed.body.avatarUrl).toBeNull();
  expect((await user.call(getChatbot, { params })).body.avatarUrl).toBeNull();
  expect((await shown(icon.body.avatarUrl)).status).toBe(404);
  await enqueue(program.context.db, removeAbandonedFiles, {}, { now: program.context.clock() });
  program.advance(25 * 3_600_000);
  await enqueue(program.context.db, sweepOrphanedFiles, {}, { now: program.context.clock() });
  await program.settle();
  expect(await storedFiles()).toHaveLength(before + 1);
  await service.deleteChatbot(program.context, user.id, body.id);
  await enqueue(program.context.db, removeAbandonedFiles, {}, { now: program.context.clock() });
  await program.settle();
  expect(await storedFiles()).toHaveLength(before);
});

test('a deletion waits for whoever holds the chatbot now, and goes before whoever asks later', async () => {
  const { db } = program.context;
  const user = await program.newUser();
  const { id } = (await user.call(createChatbot, { body: website('Tour de rôle') })).body;
  const hold = () => transaction(db, (db) => service.lockChatbot(db, user.id, id));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  let first: Promise<void> | undefined;
  const held = await new Promise<Db>((tell) => {
    first = transaction(db, async (db) => {
      expect(await service.lockChatbot(db, user.id, id)).toBe(true);
      tell(db);
      await released;
      order.push('released');
    });
  });
  const waiting = async () =>
    (
      await sql`select from pg_locks where locktype = 'advisory' and not granted
                   and database = (select oid from pg_database where datname = current_database())`.execute(
        held,
      )
    ).rows.length;
  // The embedded database has one connection, and its own queue.
  const untilWaiting = (count: number) =>
    process.env.TEST_DATABASE_URL ? expect.poll(waiting, { interval: 5 }).toBe(count) : undefined;
  const deletion = service.deleteChatbot(program.context, user.id, id).then(() => order.push('deleted'));
  await untilWaiting(1);
  const later = hold();
  await untilWaiting(2);
  release();
  await Promise.all([first, deletion]);
  expect(await later).toBe(false);
  expect(order).toEqual(['released', 'deleted']);
});
