import { createHash } from 'node:crypto';

/** Short enough for any platform, and the same wherever the question stands in its list. */
const nameOf = (question: string) => createHash('sha256').update(question).digest('base64url').slice(0, 22);

/** The buttons of what a chatbot suggests. */
export const suggestionButtons = (suggestions: readonly string[]) =>
  [...new Set(suggestions)].map((label) => ({ label, data: `s:${nameOf(label)}` }));

/** The suggestion that a button stands for, unless it was changed since. */
export const suggestionNamed = (suggestions: readonly string[], name: string): string | undefined =>
  suggestions.find((question) => nameOf(question) === name);
