import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**'];

/** Whole programs, on trial for what they do before or beside their database. */
const besideTheDatabase = [
  'server/src/features/auth/{federation,protocol,sessions}/**/*.test.ts',
  'server/src/features/channels/{telegram,whatsapp}/**/*.test.ts',
  'server/src/features/conversations/answering/{generated,program,test}-answers.test.ts',
  'server/src/features/conversations/answering/retrieval/reformulation.test.ts',
  'server/src/features/sources/files/hostile-files.test.ts',
  'server/src/kit/{http/http,http/multipart,mail/mail}.test.ts',
  'server/src/operation/{captcha-page,commands/commands}.test.ts',
  'server/src/operation/{guide,legal,openapi}/**/*.test.ts',
];
const knowsADatabase = (file: string) =>
  /startProgram|freshDatabase|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8'));
/** What knows no database is not tried on a second one. */
const excludeOnServer = () => [
  ...exclude,
  '{contract,scripts,bench}/**',
  ...besideTheDatabase,
  ...readdirSync('server/src', { encoding: 'utf8', recursive: true })
    .map((name) => join('server/src', name))
    .filter((file) => file.endsWith('.test.ts') && !knowsADatabase(file)),
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'logic',
          include: ['{contract,server,scripts,bench}/**/*.test.ts'],
          exclude: process.env.TEST_DATABASE_URL ? excludeOnServer() : exclude,
          // The program has many modules: read once for all files, as their tests change nothing that modules share.
          isolate: false,
          alias: [
            {
              find: /^.*\/entries\.ts$/,
              replacement: join(import.meta.dirname, 'server/src/test/entries.ts'),
            },
          ],
          // A program that reads documents or opens a database beside a busy neighbour takes its time.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['{web,widget}/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['web/src/test/fresh-page.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude,
          // Each file has a browser and a program of its own and waits for them half of the time.
          maxWorkers: 3,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['conformance/**/*.test.ts'],
          exclude,
          globalSetup: 'conformance/setup.ts',
          // Programs of their own work beside the tests: two cores are not enough for more.
          maxWorkers: 2,
          isolate: false,
          // What waits for an expiry waits beside the others.
          maxConcurrency: 14,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
