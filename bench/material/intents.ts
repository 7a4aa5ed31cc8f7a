import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { resolve } from 'node:path';
import type { TextLanguage } from '../../server/src/features/reading/service.ts';

/** What people want to know, by how they ask for it and how pages of organisations answer. */
export interface Intent {
  file: string;
  /** In French. */
  name: string;
  questions: Record<TextLanguage, string[]>;
  answers: Record<TextLanguage, string[]>;
}

const folder = resolve(import.meta.dirname, '../intents');

const files = () =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();

const textOf = (file: string) => fs.readFileSync(resolve(folder, file), 'utf8');

/** What the encoder's file says of the intents that it was taught with (SHA-256). */
export const digestOfIntents = (): string =>
  files()
    .reduce((hash, file) => hash.update(textOf(file)), createHash('sha256'))
    .digest('hex');

/** The intents of a file: a line with the name, then the questions and the answers in either language. */
function intentsIn(file: string): Intent[] {
  return textOf(file)
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const [name = '', ...lines] = block.split('\n');
      const said = (mark: string) => {
        const line = lines.find((one) => one.startsWith(`${mark} `));
        if (!name.startsWith('# ') || line === undefined) throw new Error(`${file}: ${name} lacks ${mark}`);
        return line
          .slice(mark.length)
          .split(' | ')
          .map((item) => item.trim());
      };
      return {
        file,
        name: name.slice(2),
        questions: { fr: said('fr?'), en: said('en?') },
        answers: { fr: said('fr!'), en: said('en!') },
      };
    });
}

export const readIntents = (): Intent[] => files().flatMap(intentsIn);
