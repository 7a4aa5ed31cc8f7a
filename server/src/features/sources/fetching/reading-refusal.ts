import { ReadingError } from '../../reading/service.ts';
import type { Refusal } from '../records/refusals.ts';
import { PageError } from './page-error.ts';

/** The refusal behind what was thrown, where something could not be read. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ReadingError) return { code: error.code, detail: error.detail };
  return error instanceof PageError ? error.refusal : undefined;
}
