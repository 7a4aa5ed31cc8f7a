import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyScope } from '@parlance/contract/endpoint';
import { createApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newChatbot, upload } from '../../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../../test/program.ts';

const page = readFileSync(new URL('../../../../../../docs/api-keys.md', import.meta.url), 'utf8');
const run = promisify(execFile);

let program: Program;
let owner: User;
let chatbotId: string;
let folder: string;

beforeAll(async () => {
  program = await startProgram();
  owner = await program.newUser({ language: 'en' });
  chatbotId = (await newChatbot(owner, 'Front desk')).id;
  const guide = 'A night in the car park costs 12 €.\n\nBreakfast is served from 7 to 10.30.';
  await upload(program, owner, chatbotId, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
  folder = await mkdtemp(join(tmpdir(), 'parlance-examples-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await program.stop();
});

/** The page's example of a scope, in either language. */
function exampleOf(heading: string, fence: 'sh curl' | 'js'): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, example] = section.split('\n## ')[0]?.split(`\`\`\`${fence}\n`) ?? [];
  return example?.split('\n```')[0] ?? '';
}

test.each<[heading: string, scope: KeyScope, says: RegExp, inJs: RegExp]>([
  ['Read', 'read', /"name":"Front desk"/, /^[\w-]{36} Front desk$/m],
  ['Write', 'write', /"name":"prices.txt"/, /^breakfast.txt pending$/m],
  ['Answer', 'answer', /"text":"[^"]*12 €[^"]*"/, /12 €[\s\S]*\[1\] guide.txt: [\s\S]*10\.30/],
])('%s: what the documentation shows works, with that scope alone', async (heading, scope, says, inJs) => {
  const { key } = (await owner.call(createApiKey, { body: { name: heading, scopes: [scope] } })).body;
  const env = { PATH: process.env.PATH, PARLANCE_URL: program.url, PARLANCE_KEY: key, CHATBOT: chatbotId };
  const options = { env, cwd: folder, timeout: 20_000 };
  const shell = await run('sh', ['-e', '-c', exampleOf(heading, 'sh curl')], options);
  expect(shell.stdout).toMatch(says);
  const script = await run(
    process.execPath,
    ['--input-type=module', '--eval', exampleOf(heading, 'js')],
    options,
  );
  expect(script.stdout).toMatch(inJs);
});
