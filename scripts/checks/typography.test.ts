import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const catalogues = ['contract/src', 'server/src', 'web/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /(?:texts|messages|words|errors)\.ts$/.test(path));

/** Whether a line is French, of catalogues that stand side by side. */
const isFrench = (line: string) => /[àâçèéêîïôùûœ’«]/.test(line) && !/^\s*(?:en:|\/\/|\*|\/\*)/.test(line);
/**
 * An ordinary space where a line would break before its sign; a ternary's colon stands before a quote,
 * a sign that is named itself before a comma.
 */
const breakable = /[\p{L}}] (?:[;!?»%€]|:(?= [\p{Ll}$]))(?!,| ['`(])|« /u;

test('French signs are glued to their words', () => {
  expect(catalogues.length).toBeGreaterThan(20);
  const loose = catalogues.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        isFrench(line) && breakable.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(loose).toEqual([]);
});
