import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parlance-boundaries-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(
  files: Record<string, string>,
  excused: Parameters<typeof checkBoundaries>[1] = {},
  owners: Parameters<typeof checkBoundaries>[2] = { zoo: ['pets'] },
) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return checkBoundaries(root, excused, owners);
}

test('a house in order passes', () => {
  expect(
    plant({
      'contract/src/limits.ts': `import * as z from 'zod/mini';`,
      'server/src/app.ts': `import { a } from './features/usage/routes.ts';`,
      'server/src/features/usage/routes.ts': `import { b } from './service.ts';`,
      'server/src/features/usage/service.ts': `import { c } from '../auth/service.ts';\nimport { readFile } from 'node:fs/promises';`,
      'server/src/features/auth/service.ts': `import { limits } from '@parlance/contract/limits';`,
      'web/src/main.tsx': `import { d } from './features/sources/queries.ts';`,
      'web/src/features/sources/queries.ts': `import { e } from '../../lib/api.ts';\nimport { f } from '../auth/errors.ts';`,
      'web/src/lib/api.ts': `// import { main } from '../main.tsx';`,
    }),
  ).toEqual([]);
});

const violations: Record<string, [files: Record<string, string>, why: RegExp]> = {
  'a step up the ladder': [
    { 'server/src/features/auth/service.ts': `import { a } from '../usage/service.ts';` },
    /auth\/service\.ts → .*“usage” stands right of “auth”/,
  ],
  'a look into another feature’s rooms': [
    { 'server/src/features/usage/service.ts': `import { a } from '../auth/queries.ts';` },
    /only service\.ts, here queries\.ts/,
  ],
  'a feature without a place': [
    { 'server/src/features/weather/service.ts': `import { a } from '../auth/service.ts';` },
    /“weather” has no place on the ladder/,
  ],
  'a worker that whoever asks for its job knows': [
    {
      'server/src/features/usage/service.ts': `import { a } from './jobs.ts';`,
      'server/src/features/usage/jobs.ts': `import { work } from '../../kit/jobs/job.ts';`,
    },
    /usage\/service\.ts → .*import the ticket/,
  ],
  'a kit that knows a feature': [
    { 'server/src/kit/mail.ts': `import type { A } from '../features/auth/service.ts';` },
    /kit and db serve features/,
  ],
  'the web app in the server': [
    { 'server/src/app.ts': `import { a } from '../../web/src/lib/api.ts';` },
    /meet in the contract/,
  ],
  'the server in the widget': [
    { 'widget/src/loader.ts': `import('../../server/src/app.ts');` },
    /loads nothing but itself/,
  ],
  'a package in the widget': [{ 'widget/src/loader.ts': `import 'react';` }, /loads nothing but itself/],
  'input and output in the contract': [
    { 'contract/src/limits.ts': `import { readFileSync } from 'node:fs';` },
    /runs in a browser/,
  ],
  'a lower floor of the web app that looks up': [
    { 'web/src/ui/Button.tsx': `import { a } from '../features/auth/queries.ts';` },
    /ui is below features/,
  ],
  'a step up the web app’s ladder': [
    { 'web/src/features/auth/queries.ts': `import('../profile/queries.ts');` },
    /auth\/queries\.ts → .*“profile” stands right of “auth”/,
  ],
  'a feature of the web app without a place': [
    { 'web/src/features/weather/Weather.tsx': `import { a } from '../auth/queries.ts';` },
    /“weather” has no place on the ladder/,
  ],
  'a frame of the web app that knows a feature': [
    { 'web/src/app/Shell.tsx': `import('../features/sources/Strip.tsx');` },
    /app frames features and knows none/,
  ],
  'all of zod in the browser': [{ 'web/src/lib/api.ts': `import { z } from 'zod';` }, /zod\/mini, for size/],
  'a circle, be it of types': [
    {
      'server/src/kit/a.ts': `import type { B } from './b.ts';`,
      'server/src/kit/b.ts': `export { A } from './a.ts';`,
    },
    /a\.ts → .*b\.ts → .*a\.ts: a circle/,
  ],
  'a step up the rooms of a feature': [
    { 'server/src/features/reading/words/a.ts': `import { b } from '../pdf/b.ts';` },
    /“pdf” stands right of “words” among the rooms of server\/src\/features\/reading/,
  ],
  'a room that nobody has placed': [
    { 'server/src/features/reading/attic/a.ts': `import { b } from '../pdf/b.ts';` },
    /“attic” has no place among the rooms/,
  ],
  'a room that asks the root of its feature': [
    { 'server/src/features/reading/words/a.ts': `import { b } from '../service.ts';` },
    /“its root” stands right of “words”/,
  ],
  'a crowded folder': [
    Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`server/src/kit/mail/${at}.ts`, 'export {};'])),
    /kit\/mail: 15 entries, of at most 14/,
  ],
  'a file that is too long': [
    { 'widget/src/dom.ts': '// a line\n'.repeat(401) },
    /widget\/src\/dom\.ts: 401 lines/,
  ],
  'a function that is too long': [
    { 'widget/src/dom.ts': `const long = () => {\n${'  one();\n'.repeat(150)}};\n` },
    /widget\/src\/dom\.ts:1: a function of 152 lines/,
  ],
  'a second reader of the environment': [
    { 'server/src/kit/log.ts': 'const level = process.env.LOG_LEVEL;' },
    /reads process\.env/,
  ],
  'a second way out to strangers': [
    { 'server/src/features/sources/page.ts': 'const page = await fetch(url);' },
    /opens a connection of its own/,
  ],
  'a model that is asked unmetered': [
    { 'server/src/features/sources/title.ts': 'const pieces = context.models.chat?.stream({ messages });' },
    /title\.ts: asks a model; what is sold there must be charged/,
  ],
  'a program that knows its tests': [
    { 'server/src/app.ts': `import { a } from './test/model-server.ts';` },
    /does not know its tests/,
  ],
};

const owned = {
  'server/src/db/types.ts':
    'export interface Pets {\n  id: string;\n  owner_id: string;\n}\n\nexport interface Tables {\n  pets: Pets;\n}\n',
};
const excused = { 'found before': { 'zoo/queries': ['petById'] } };

test.each([
  [
    'in a builder',
    "export const petById = (db: Db, id: string) =>\n  db.selectFrom('pets').where('id', '=', id);",
  ],
  [
    'in SQL',
    'export async function petById(db: Db, id: string) {\n  await sql`update pets set fed = true where tired`.execute(db);\n}',
  ],
])('a query of what an account owns names the account, or is excused: %s', (_, query) => {
  const files = { ...owned, 'server/src/features/zoo/queries.ts': query };
  expect(plant(files)).toEqual([expect.stringMatching(/^zoo\/queries petById: .*without the account/)]);
  expect(plant(files, excused)).toEqual([]);
  const named = query.replace('id: string', 'ownerId: string, id: string');
  expect(plant({ ...owned, 'server/src/features/zoo/queries.ts': named })).toEqual([]);
  expect(plant({}, excused)).toEqual([expect.stringMatching(/petById: .*without need/)]);
});

test.each(Object.entries(violations))('refused, and why: %s', (_name, [files, why]) => {
  const refusals = plant(files);
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toMatch(why);
});

const tables = { chatbots: ['chatbots'], knowledge: ['passages'], sources: ['sources'], kit: ['jobs'] };
const asking = (text: string, file = 'server/src/features/knowledge/queries.ts') =>
  plant({ [file]: text }, {}, tables);

test.each([
  ['its own', "db.updateTable('passages')"],
  ['one to the left, read', "db.selectFrom('passages').innerJoin('chatbots', 'id', 'chatbot_id')"],
  ['one to the left, read in SQL', 'sql`select from passages p join chatbots c on true`'],
  [
    'a column, a word, a function of that name',
    "sql`select sources from passages_of(1)`; say('from our sources');",
  ],
])('a table that a feature may ask for: %s', (_, query) => {
  expect(asking(query)).toEqual([]);
});

test.each([
  ['read', "db.selectFrom('sources as s')", /“sources” of “sources”, which stands right of “knowledge”/],
  ['joined', "db.selectFrom('passages').leftJoin('sources', 'a', 'b')", /right of “knowledge”/],
  ['in SQL', 'sql`select 1 from passages where exists (select from sources)`', /right of “knowledge”/],
  ['listed in SQL', 'sql`select 1 from passages p, sources s where p.id = s.id`', /right of “knowledge”/],
  ['updated from', 'sql`update passages p set a = 1 from sources s`', /right of “knowledge”/],
  [
    'to the left, written',
    "db.updateTable('chatbots').set({})",
    /writes “chatbots” of “chatbots”: ask its service/,
  ],
  ['to the left, written in SQL', 'sql`delete from chatbots`', /writes “chatbots”/],
  ['of the kit', "db.selectFrom('jobs')", /“jobs” of “kit”, which its own module does/],
])('a table that a feature may not ask for: %s', (_, query, why) => {
  expect(asking(query)).toEqual([expect.stringMatching(why)]);
});

test('the database’s functions ask for their feature’s tables, too', () => {
  const search = 'server/src/db/functions/search.sql';
  expect(asking('-- from sources\nselect from passages', search)).toEqual([]);
  expect(asking('select from passages join sources s on true', search)).toEqual([
    expect.stringMatching(/search\.sql: asks for “sources”/),
  ]);
});

test('a table of the schema has an owner, and an owner a table', () => {
  expect(plant(owned, {}, { zoo: ['cages'] })).toEqual([
    expect.stringMatching(/“pets” has no owner/),
    expect.stringMatching(/“cages” stands in .* and not in the schema/),
  ]);
});
