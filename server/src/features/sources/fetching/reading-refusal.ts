import { errors } from '@parlance/contract/errors';
import { ReadingError } from '../../reading/service.ts';
import { messages } from '../records/messages.ts';
import { failureOf, PageError, type Refusal } from './page-error.ts';

/** Why something could not be read, if that is what was thrown. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ReadingError) return { code: error.code, detail: error.detail };
  return error instanceof PageError ? error.refusal : undefined;
}

/** A refusal's sentence, in both languages. */
export function explained({ code, detail, statusCode }: Refusal): { fr: string; en: string } {
  const isFailure = code === 'fetch_failed';
  const head = isFailure ? messages.pageNotRead : errors[code].title;
  const then = detail ?? (isFailure ? failureOf(statusCode) : undefined);
  const sentence = (language: 'fr' | 'en') => [head[language], then?.[language] ?? ''].join(' ').trim();
  return { fr: sentence('fr'), en: sentence('en') };
}
