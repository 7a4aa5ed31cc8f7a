import type { Language } from '@parlance/contract/i18n';
import { type TestContext, test } from 'vitest';

export const languages = ['fr', 'en'] as const;

/**
 * A `test` that takes every other journey: those that French leaves out are English’s. What a journey tries does not change
 * with the language; the screens on its way are looked at in both by `screens.test.ts`, and the longest way by
 * `journey.test.ts`.
 */
export function everyOtherTest(language: Language) {
  let at = languages.indexOf(language);
  return (name: string, run: (context: TestContext) => Promise<void>) => {
    if (at++ % 2 === 0) test(name, run);
  };
}
