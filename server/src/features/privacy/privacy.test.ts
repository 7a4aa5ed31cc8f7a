import { momentWriter } from '@parlance/contract/display/dates';
import { getDeletion, requestDeletion } from '@parlance/contract/endpoints/account/privacy';
import { undoChange } from '@parlance/contract/endpoints/account/sessions';
import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { authProtocol, password } from '../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../test/program.ts';
import { notifyCancelledDeletions } from './queue.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  program = await startProgram({ SUPPORT_EMAIL: 'help@parlance.example' });
  auth = await authProtocol(program);
});
afterAll(() => program.stop());

const ask = (token: string) => program.call(requestDeletion, {}, token);

const runJob = async () => {
  await enqueue(program.context.db, notifyCancelledDeletions, {}, { now: program.context.clock() });
  await program.settle();
};
const subjectsTo = async (email: string, about: string) => {
  await program.settle();
  return (await program.mailbox(email))
    .filter(({ text }) => text.includes(about))
    .map((mail) => mail.subject);
};

test('a deletion is asked for once, within a day, and told to the person and to support', async () => {
  const { email, id, session } = await auth.confirmedPerson();
  const first = await ask(session.access_token);
  expect(first.status).toBe(202);
  const away = Date.parse(first.body.scheduledFor) - program.context.clock().getTime();
  expect(away).toBeGreaterThan(12 * 3_600_000);
  expect(away).toBeLessThanOrEqual(24 * 3_600_000);

  program.advance(60_000);
  const answers = await Promise.all([1, 2, 3].map(() => ask(session.access_token)));
  for (const { status, body } of answers) expect([status, body]).toEqual([202, first.body]);
  expect(await subjectsTo('help@parlance.example', id)).toEqual(['Account deletion requested']);
  await program.settle();
  const [mail] = await program.mailbox(email);
  expect(mail?.subject).toBe('Your account will be deleted');
  expect(mail?.text).toContain(momentWriter('en', 'UTC')(first.body.scheduledFor));
});

test('it ends the other sessions', async () => {
  const { email, session } = await auth.confirmedPerson();
  const { answer: other } = await auth.signIn(email);
  await ask(session.access_token);
  expect((await program.call(listChatbots, {}, other.access_token)).status).toBe(401);
  expect((await program.call(listChatbots, {}, session.access_token)).status).toBe(200);
});

test('signing in takes it back, which is told to both', async () => {
  const { email, id, session } = await auth.confirmedPerson('fr');
  const { body } = await ask(session.access_token);
  await runJob();
  expect(await subjectsTo('help@parlance.example', id)).toEqual(['Demande de suppression de compte']);
  program.advance(60_000);
  await auth.call('/token?grant_type=refresh_token', { body: { refresh_token: session.refresh_token } });
  await runJob();
  expect(await subjectsTo('help@parlance.example', id)).toHaveLength(1);

  const isTakenBack = async (token: string) => (await program.call(getDeletion, {}, token)).body.isTakenBack;
  expect(await isTakenBack(session.access_token)).toBe(false);
  const { answer } = await auth.signIn(email);
  expect(await isTakenBack(answer.access_token)).toBe(true);
  expect(await isTakenBack((await auth.confirmedPerson()).session.access_token)).toBe(false);
  await runJob();
  // The screen may ask after the schedule has come by.
  expect(await isTakenBack(answer.access_token)).toBe(true);
  program.advance(61_000);
  await runJob();
  await runJob();
  expect(await isTakenBack(answer.access_token)).toBe(false);
  expect(await subjectsTo('help@parlance.example', id)).toEqual([
    'Demande de suppression de compte annulée',
    'Demande de suppression de compte',
  ]);
  expect((await program.mailbox(email))[0]?.subject).toBe('Votre compte ne sera pas supprimé');
  const again = await ask(answer.access_token);
  expect(Date.parse(again.body.scheduledFor)).toBeGreaterThan(Date.parse(body.scheduledFor));
});

test('undoing what somebody changed of the account takes it back, too', async () => {
  const { email, id, session } = await auth.confirmedPerson();
  await auth.put(session.access_token, { password: 'sept moutons gris' });
  const { text } = await auth.mailTo(email, 'Your password was changed');
  program.advance(60_000);
  await ask(session.access_token);
  program.advance(60_000);
  const body = { token: /\/undo#(\S+)/.exec(text)?.[1] as string, password };
  expect((await program.call(undoChange, { body })).status).toBe(204);
  program.advance(61_000);
  await runJob();
  expect(await subjectsTo('help@parlance.example', id)).toEqual([
    'Account deletion cancelled',
    'Account deletion requested',
  ]);
});

test('nobody asks for somebody else', async () => {
  expect((await program.call(requestDeletion)).status).toBe(401);
});

test('a deletion that is late is told to the operator', async () => {
  const overdue = async () => {
    const told = await (await fetch(`${program.url}/metrics`)).text();
    return Number(/^parlance_deletions_overdue (\d+)$/m.exec(told)?.[1]);
  };
  program.advance(25 * 3_600_000);
  const before = await overdue();
  const { session } = await auth.confirmedPerson();
  await ask(session.access_token);
  expect(await overdue()).toBe(before);
  program.advance(25 * 3_600_000);
  expect(await overdue()).toBe(before + 1);
});
