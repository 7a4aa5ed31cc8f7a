import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '../scripts/environment/browser.ts';
import {
  type BuiltProgram,
  databaseForTest,
  linkIn,
  mailTo,
  newPerson,
  startBuilt,
} from './built-program.ts';
import { newVisitor } from './visitor.ts';

type Environment = Record<string, string | undefined>;

/**
 * A browser and the built program, from before a file's tests until after them. What its environment needs of others, such as
 * an address, is had by a function: it is called once hooks that stand before this have run.
 */
export function startJourney(environment: Environment | (() => Environment) = {}) {
  let browser: Browser | undefined;
  let database: Awaited<ReturnType<typeof databaseForTest>> | undefined;
  let program: BuiltProgram | undefined;
  beforeAll(async () => {
    [browser, database] = await Promise.all([launchBrowser(), databaseForTest()]);
    const own = typeof environment === 'function' ? environment() : environment;
    program = await startBuilt({ DATABASE_URL: database.url, ...own });
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
    await database?.drop();
  });
  return {
    get browser() {
      return browser as Browser;
    },
    get program() {
      return program as BuiltProgram;
    },
    get url() {
      return this.program.url;
    },
    /** An account whose address is confirmed. */
    newAccount(language: 'fr' | 'en') {
      return newPerson(this.url, language, async (to) => linkIn((await mailTo(this.program, to)).text));
    },
    /** A browser of somebody's own, from which nothing leaves for elsewhere. */
    newVisitor(language: 'fr' | 'en', options: BrowserContextOptions & { takesTour?: boolean } = {}) {
      return newVisitor(this.browser, language, [this.url], options);
    },
  };
}
