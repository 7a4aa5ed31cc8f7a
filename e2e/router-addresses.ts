import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every address that the web app's router knows, with the name of its screen. */
export const routerAddresses = (): { path: string; screen: string }[] =>
  [
    ...readFileSync(join(import.meta.dirname, '../web/src/routes.ts'), 'utf8').matchAll(
      /\['(?<path>\/[^']*)', '(?<screen>\w+)'\]/g,
    ),
  ].map(({ groups }) => ({ path: groups?.path ?? '', screen: groups?.screen ?? '' }));
