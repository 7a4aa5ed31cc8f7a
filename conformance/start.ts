import { databaseForTest, startBuilt } from '../e2e/built-program.ts';
import { programCommand } from '../server/src/test/entries.ts';

export const site = 'https://site.example';

/** Whose limits are out of the way of what is not about them; the proxy lets a check choose its address. */
export const openSettings = {
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '600000',
  AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: '600000',
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
  SITE_URLS: site,
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

/** A program with a database and a data folder of its own, under these settings. */
export async function startProgram(settings: Record<string, string> = openSettings) {
  const database = await databaseForTest();
  const program = await startBuilt({ DATABASE_URL: database.url, ...settings }, programCommand);
  const { publishableKey } = (await (await fetch(`${program.url}/config.json`)).json()) as {
    publishableKey: string;
  };
  return {
    url: program.url,
    key: publishableKey,
    said: program.said,
    async stop() {
      await program.stop();
      await database.drop();
    },
  };
}
