import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { associationsFile } from '../server/src/features/knowledge/lexicon/associations.ts';
import { lexicon } from '../server/src/features/knowledge/lexicon/lexicon.ts';
import { compressFolder } from './building/compress.ts';
import { writeNotices } from './building/licences.ts';
import { findRefusedSizes, measureSizes } from './building/sizes.ts';
import { markFresh, markStale } from './freshness.mjs';

const root = join(import.meta.dirname, '..');
const isQuiet = process.argv.includes('--quiet');

process.env.NODE_ENV = 'production';
markStale();
for (const part of ['web', 'widget', 'server']) {
  await build({
    configFile: join(root, part, 'vite.config.ts'),
    root: join(root, part),
    logLevel: isQuiet ? 'error' : 'warn',
  });
}

const preparedLexicon = join(root, 'dist/server/lexicon');
writeFileSync(join(preparedLexicon, 'associations.bin'), associationsFile());
writeFileSync(join(preparedLexicon, 'beginnings.json'), lexicon().beginningsFile());

const sizes = measureSizes(root);
if (!isQuiet)
  for (const { what, kb, limit } of sizes) console.log(`${what}: ${kb.toFixed(1)} KB gzip, of ${limit}`);
const refused = findRefusedSizes(sizes);
for (const { what, kb, limit } of refused)
  console.error(`${what} has outgrown its limit: ${kb.toFixed(1)} KB gzip, allowed ${limit}.`);
if (refused.length > 0) process.exit(1);
for (const part of ['web', 'widget']) compressFolder(join(root, 'dist', part));
writeNotices(root);
markFresh();
