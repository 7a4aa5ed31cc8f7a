import { language } from '../language/language.ts';
import { textsIn } from '../language/texts.ts';
import { words } from '../language/words.ts';
import { ProblemError } from './api.ts';

/** Whether a call was refused because what it names is not there. */
export const isAbsent = (error: unknown) => error instanceof ProblemError && error.status === 404;

/** The sentence that a person reads about a failed call: the server's where there is one. */
export function sentenceOf(error: unknown): string {
  const t = textsIn(words, language.get());
  if (!(error instanceof ProblemError)) return t.unknownError;
  if (error.code === 'network_error') return t.networkError;
  if (error.code === 'timeout') return t.timeout;
  return error.problem?.detail ?? error.problem?.title ?? t[categoryOf(error.status)];
}

/** The category (specification §8) of an answer that says nothing itself, as one from a proxy before the server. */
function categoryOf(status: number) {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 400 || status === 422) return 'invalid';
  if (status === 504) return 'timeout';
  return status >= 500 ? 'serverError' : 'unknownError';
}
