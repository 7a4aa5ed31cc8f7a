import {
  getBilling,
  keepChatbots,
  listPlans,
  openPortal,
  previewPlan,
  startCheckout,
} from '@parlance/contract/endpoints/account/billing';
import {
  createChatbot,
  deleteChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../app.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { findCommand, runCommand } from '../../operation/commands/command.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { lockOwner } from '../auth/service.ts';
import { fitAllToPlans } from '../chatbots/plan/queue.ts';
import { fitToPlan } from '../chatbots/service.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program?.stop());

/** Puts an account on a plan, as a payment does. */
const setPlan = (user: User, plan: string) =>
  transaction(program.context.db, async (db) => {
    await lockOwner(db, user.id);
    await db
      .insertInto('accounts')
      .values({ owner_id: user.id, plan })
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ plan }))
      .execute();
    await fitToPlan(program.context, db, user.id);
  });

const addChatbots = async (user: User, names: string[]) => {
  const ids: string[] = [];
  for (const name of names) {
    const { body } = await user.call(createChatbot, { body: { name, platform: 'website' } });
    ids.push(body.id);
    program.advance(1000);
  }
  return ids;
};

const standing = async (user: User) => {
  const { body } = await user.call(listChatbots, { query: { sort: 'createdAt' } });
  return body.items.map(({ name, status, pausedByPlan }) => `${name} ${pausedByPlan ? 'by plan' : status}`);
};

test('without keys of Stripe the plans are shown, and none can be bought here', async () => {
  const { status, body } = await program.call(listPlans);
  expect(status).toBe(200);
  expect(body.items.map(({ id, isBuyable }) => [id, isBuyable])).toEqual([
    ['free', false],
    ['starter', false],
    ['growth', false],
    ['scale', false],
    ['enterprise', false],
  ]);
  const user = await program.newUser();
  const billing = await user.call(getBilling);
  expect(billing.body).toEqual({
    plan: 'free',
    status: 'free',
    activeUntil: null,
    endsAt: null,
    nextPlan: null,
    keptUntil: null,
    hasPortal: false,
    syncedAt: null,
  });
});

test('a smaller plan pauses the newest chatbots, a larger one lets them resume as they were', async () => {
  const user = await program.newUser();
  await setPlan(user, 'starter');
  const [first = '', second = ''] = await addChatbots(user, ['Accueil', 'Boutique', 'Conseil']);
  await user.call(updateChatbot, { params: { chatbotId: second }, body: { status: 'paused' } });

  const preview = await user.call(previewPlan, { query: { plan: 'free' } });
  expect(preview.body).toMatchObject({ direction: 'downgrade', dueNow: 0, storageExceeded: false });
  // The one that its owner had paused answers nobody: it goes before those that do.
  expect(preview.body.chatbots.map(({ name, staysOn }) => [name, staysOn])).toEqual([
    ['Accueil', true],
    ['Conseil', false],
    ['Boutique', false],
  ]);
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique paused', 'Conseil active']);

  await setPlan(user, 'free');
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique by plan', 'Conseil by plan']);
  const refused = await user.call(updateChatbot, {
    params: { chatbotId: second },
    body: { status: 'active' },
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'chatbot_limit_reached', limit: 1 } });
  const beyond = await user.call(createChatbot, { body: { name: 'Devis', platform: 'website' } });
  expect(beyond).toMatchObject({ status: 403, body: { code: 'chatbot_limit_reached' } });
  // Its owner's own pause is theirs to end: no other one takes its place meanwhile.
  await user.call(updateChatbot, { params: { chatbotId: first }, body: { status: 'paused' } });
  expect(await standing(user)).toEqual(['Accueil paused', 'Boutique by plan', 'Conseil by plan']);
  await user.call(updateChatbot, { params: { chatbotId: first }, body: { status: 'active' } });

  await setPlan(user, 'starter');
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique paused', 'Conseil active']);
});

test('the chatbots that a person keeps stay on; deleting one makes room for the next', async () => {
  const user = await program.newUser();
  const other = await program.newUser();
  await setPlan(user, 'starter');
  const [first = '', , third = ''] = await addChatbots(user, ['Accueil', 'Boutique', 'Conseil']);
  const [foreign = ''] = await addChatbots(other, ['Ailleurs']);
  const unknown = await user.call(keepChatbots, { body: { chatbotIds: [third, foreign] } });
  expect(unknown.status).toBe(404);

  expect((await user.call(keepChatbots, { body: { chatbotIds: [third] } })).status).toBe(204);
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique active', 'Conseil active']);
  await setPlan(user, 'free');
  expect(await standing(user)).toEqual(['Accueil by plan', 'Boutique by plan', 'Conseil active']);
  await user.call(keepChatbots, { body: { chatbotIds: [first] } });
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique by plan', 'Conseil by plan']);
  await user.call(deleteChatbot, { params: { chatbotId: first } });
  expect(await standing(user)).toEqual(['Boutique active', 'Conseil by plan']);
  expect(await standing(other)).toEqual(['Ailleurs active']);
});

test('a limit that the operator changes in the file holds within the hour', async () => {
  const user = await program.newUser();
  const { db, clock } = program.context;
  await setPlan(user, 'starter');
  await addChatbots(user, ['Accueil', 'Boutique']);
  await db.updateTable('accounts').set({ plan: 'gone' }).where('owner_id', '=', user.id).execute();
  await enqueue(db, fitAllToPlans, {}, { now: clock(), dedupeKey: newId(clock()) });
  await program.settle();
  // A plan that the file no longer has is the first of the file.
  expect(await standing(user)).toEqual(['Accueil active', 'Boutique by plan']);
});

test('a plan that this installation does not have cannot be looked at', async () => {
  const user = await program.newUser();
  const { status, body } = await user.call(previewPlan, { query: { plan: 'gold' as never } });
  expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'validation_failed']);
});

test('requests at the edge of a limit pass one after another', async () => {
  const user = await program.newUser();
  await setPlan(user, 'starter');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      user.call(createChatbot, { body: { name: `Bot ${at}`, platform: 'website' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
});

test('without keys there is no webhook, no checkout and no portal', async () => {
  const response = await fetch(`${program.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    body: '{}',
  });
  expect(response.status).toBe(404);
  const user = await program.newUser();
  expect((await user.call(startCheckout, { body: { plan: 'starter' } })).status).toBe(503);
  expect((await user.call(openPortal, { body: {} })).status).toBe(503);
});

test('an operator gives a plan by hand, and takes it back', async () => {
  const user = await program.newUser();
  const call = async (...words: string[]) => {
    const lines: string[] = [];
    const found = findCommand(allCommands, ['admin', 'set-plan', ...words]);
    if (!found) throw new Error('no such command');
    const signal = new AbortController().signal;
    const code = await runCommand(program.context, found, { say: (line) => lines.push(line), signal });
    return [code, ...lines];
  };
  const planOf = async () => (await user.call(getBilling)).body.plan;
  expect(await call(user.email.toUpperCase(), 'starter')).toEqual([
    0,
    `${user.email.toUpperCase()} is on the plan "starter", given by hand.`,
  ]);
  expect(await planOf()).toBe('starter');
  await addChatbots(user, ['Accueil', 'Boutique']);
  expect(await call('nobody@example.org', 'starter')).toEqual([
    1,
    'There is no account with the address nobody@example.org.',
  ]);
  expect(await call(user.email, 'gold')).toEqual([
    1,
    'There is no plan "gold": free, starter, growth, scale, enterprise.',
  ]);
  expect((await call(user.email, 'free'))[0]).toBe(0);
  expect([await planOf(), await standing(user)]).toEqual(['free', ['Accueil active', 'Boutique by plan']]);
  await program.settle();
  expect((await program.mailbox(user.email)).map(({ subject }) => subject)).toHaveLength(1);
});
