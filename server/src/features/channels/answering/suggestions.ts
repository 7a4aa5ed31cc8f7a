import { createHash } from 'node:crypto';

/** Short enough for any platform, and the same wherever the question stands in its list. */
const nameOf = (question: string) => createHash('sha256').update(question).digest('base64url').slice(0, 22);

/** Up to here a question stands whole on its button, on every platform. */
const maxWhole = 60;
const maxRemembered = 30;

/** What a chat was offered and no button has room for, with what it is offered now, by the buttons' names. */
export const remember = (offered: Record<string, string> | null, suggestions: readonly string[]) =>
  Object.fromEntries(
    [
      ...Object.entries(offered ?? {}),
      ...suggestions.flatMap((question) =>
        question.length > maxWhole ? [[nameOf(question), question]] : [],
      ),
    ].slice(-maxRemembered),
  ) as Record<string, string>;

/** The buttons of what a chatbot suggests. */
export const suggestionButtons = (suggestions: readonly string[]) =>
  [...new Set(suggestions)].map((label) => ({ label, data: `s:${nameOf(label)}` }));

/** The suggestion that a button stands for, unless it was changed since. */
export const suggestionNamed = (suggestions: readonly string[], name: string): string | undefined =>
  suggestions.find((question) => nameOf(question) === name);
