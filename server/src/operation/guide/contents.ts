import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@parlance/contract/i18n';
import { type PrintedPage, printPage } from './printing.ts';

const here = fileURLToPath(import.meta.url);

/** The guide lies in `docs/guide`, and in `dist/server` once bundled. */
export const guideFolder = join(dirname(here), extname(here) === '.ts' ? '../../../../docs/guide' : 'guide');

/** A page a task, in the order in which somebody new meets them; the file's name is the address. */
export const guidePages = [
  'getting-started',
  'data-sources',
  'customise',
  'website',
  'telegram',
  'whatsapp',
  'conversations',
  'tokens-and-plans',
  'account-and-privacy',
] as const;
export type GuidePage = (typeof guidePages)[number] | 'index';

export const isGuidePage = (name: string): name is GuidePage =>
  name === 'index' || (guidePages as readonly string[]).includes(name);

const printed = new Map<string, Promise<PrintedPage>>();

/** A page as it is shown; printed when it is first asked for. */
export function readPage(language: Language, name: GuidePage): Promise<PrintedPage> {
  const key = `${language}/${name}`;
  const known = printed.get(key);
  if (known) return known;
  const page = readFile(join(guideFolder, language, `${name}.md`), 'utf8').then((text) =>
    printPage(text, language, join(guideFolder, language)),
  );
  printed.set(key, page);
  page.catch(() => printed.delete(key));
  return page;
}
