import {
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/chatbots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../../test/program.ts';

let program: Program;

beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname });
});
afterAll(() => program.stop());

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
});

test('two requests at once make one chatbot of one name', async () => {
  const user = await program.newUser();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => user.call(createChatbot, { body: website('Boutique') })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
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
    const user = await program.newUser();
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
  for (const name of ['Beta', 'alpha', 'Gamma']) await user.call(createChatbot, { body: website(name) });
  for (const sort of ['name', '-name', 'createdAt', '-createdAt'] as const) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await user.call(listChatbots, { query: { sort, limit: 2, cursor } });
      names.push(...body.items.map(({ name }) => name));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toHaveLength(3);
    expect(names[0]).toBe(
      { name: 'alpha', '-name': 'Gamma', createdAt: 'Beta', '-createdAt': 'Gamma' }[sort],
    );
  }
  expect((await user.call(listChatbots, { query: { cursor: 'garbage' } })).status).toBe(400);
});

test('an edit of what was changed meanwhile is refused', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: website('Édition') });
  const params = { chatbotId: body.id };
  program.advance(1000);
  await user.call(updateChatbot, { params, body: { contact: 'aide@hotel.example' } });
  const late = await user.call(updateChatbot, { params, body: { name: 'Autre', updatedAt: body.updatedAt } });
  expect(late.body).toMatchObject({ status: 409, code: 'edit_conflict' });
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
