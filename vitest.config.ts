import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**'];

/**
 * Where SQL itself is on trial, or what happens at once: tried on PostgreSQL, too. What else whole programs do is the same
 * on either database, and tried on the embedded one.
 */
const whereTheDatabaseDecides = [
  'server/src/db/**/*.test.ts',
  'server/src/kit/{jobs,secrets}/**/*.test.ts',
  'server/src/kit/http/idempotency.test.ts',
  'server/src/features/*.test.ts',
  'server/src/features/auth/{auth,sign-up/*,accounts/user-update,credentials/changes}.test.ts',
  'server/src/features/{billing,privacy,realtime,summaries,transfers,usage}/**/*.test.ts',
  'server/src/features/channels/{killed,two-processes,creation/registering,inbound/deliveries}.test.ts',
  'server/src/features/conversations/{conversations,unanswered/unanswered}.test.ts',
  'server/src/features/knowledge/knowledge.test.ts',
  'server/src/features/sources/{sources,source-list,uploads,copies/copies,records/embedding}.test.ts',
];
/** What among those takes its time over files, whatever the database. */
const ofFilesAlone = 'server/src/features/privacy/exports/large.test.ts';
const knowsADatabase = (file: string) =>
  /startProgram|freshDatabase|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8'));
const knowNone = () =>
  readdirSync('server/src', { encoding: 'utf8', recursive: true })
    .map((name) => join('server/src', name))
    .filter((file) => file.endsWith('.test.ts') && !knowsADatabase(file));

export default defineConfig({
  test: {
    // One suite after the other reads the same modules: the first writes down what they compile to.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'logic',
          ...(process.env.TEST_DATABASE_URL
            ? { include: whereTheDatabaseDecides, exclude: [...exclude, ofFilesAlone, ...knowNone()] }
            : { include: ['{contract,server,scripts,bench}/**/*.test.ts'], exclude }),
          // The program has many modules: read once for all files, as their tests change nothing that modules share.
          isolate: false,
          alias: [
            {
              find: /^.*\/entries\.ts$/,
              replacement: join(import.meta.dirname, 'server/src/test/entries.ts'),
            },
            {
              find: /^.*\/lexicon-folder\.ts$/,
              replacement: join(import.meta.dirname, 'server/src/test/lexicon-folder.ts'),
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
