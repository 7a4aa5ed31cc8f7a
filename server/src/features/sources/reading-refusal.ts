import { errors } from '@parlance/contract/errors';
import { ReadingError } from '../reading/service.ts';
import { PageError, type Refusal } from './page-error.ts';

/** Why something could not be read, if that is what was thrown. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ReadingError) return { code: error.code, detail: error.detail };
  return error instanceof PageError ? error.refusal : undefined;
}

/** A refusal's sentence, in both languages. */
export function explained({ code, detail }: Refusal): { fr: string; en: string } {
  const sentence = (language: 'fr' | 'en') =>
    [errors[code].title[language], detail?.[language] ?? ''].join(' ').trim();
  return { fr: sentence('fr'), en: sentence('en') };
}
