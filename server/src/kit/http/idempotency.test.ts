import { createChatbot, deleteChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../test/program.ts';

let program: Program;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

describe('an Idempotency-Key', () => {
  const create = (name: string, key: string, as: User) =>
    as.call(createChatbot, {
      body: { name, platform: 'website' },
      headers: { 'idempotency-key': key },
    });

  test('gives the first answer again, and does nothing twice', async () => {
    const owner = await program.newUser();
    const [first, second] = await Promise.all([create('Twice', 'k', owner), create('Twice', 'k', owner)]);
    // The twin is asked to wait, or gets the answer where the first was quicker.
    expect([first.status, second.status]).toContain(201);
    expect([201, 409]).toContain(Math.max(first.status, second.status));
    const again = await create('Twice', 'k', owner);
    expect(again.status).toBe(201);
    expect((await owner.call(listChatbots)).body.items.map(({ id }) => id)).toEqual([again.body.id]);
    expect((await create('Other', 'k', owner)).body).toMatchObject({
      status: 422,
      code: 'idempotency_conflict',
    });
  });

  test('belongs to its owner', async () => {
    const [one, other] = [await program.newUser(), await program.newUser()];
    expect((await create('Mine', 'shared', one)).status).toBe(201);
    expect((await create('Theirs', 'shared', other)).status).toBe(201);
  });

  test('under which a request was refused is free for another', async () => {
    const owner = await program.newUser();
    expect((await create('x', 'bad', owner)).status).toBe(400);
    const { status, body } = await create('Stored', 'bad', owner);
    expect(status).toBe(201);
    // The very same request, too, is judged anew.
    expect((await create('Second', 'full', owner)).status).toBe(403);
    await owner.call(deleteChatbot, { params: { chatbotId: body.id } });
    expect((await create('Second', 'full', owner)).status).toBe(201);
  });

  test('under which the answer could not be stored leaves no work done', async () => {
    const owner = await program.newUser();
    const { db } = program.context;
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      db,
    );
    await sql`create trigger die before insert or update on idempotency_keys
      for each row when (new.status is not null) execute function die()`.execute(db);
    try {
      expect((await create('Once', 'k', owner)).status).toBe(500);
    } finally {
      await sql`drop function die cascade`.execute(db);
    }
    expect((await owner.call(listChatbots)).body.items).toEqual([]);
    for (let turn = 0; turn < 2; turn++) expect((await create('Once', 'k', owner)).status).toBe(201);
    expect((await owner.call(listChatbots)).body.items).toHaveLength(1);
  });
});
