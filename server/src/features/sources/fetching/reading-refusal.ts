import { ReadingError } from '../../reading/service.ts';
import type { Refusal } from '../records/refusals.ts';
import { PageError } from './page-error.ts';

/** Why something could not be read, if that is what was thrown. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ReadingError) return { code: error.code, detail: error.detail };
  return error instanceof PageError ? error.refusal : undefined;
}
