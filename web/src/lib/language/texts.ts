import { type Language, type Spoken, speak, type Texts } from '@parlance/contract/i18n';
import { useLanguage } from './language.ts';

// A catalogue is spoken once per language, so that what screens pass on keeps its identity.
const spoken = new WeakMap<Texts, Partial<Record<Language, unknown>>>();

export function textsIn<T extends Texts>(texts: T, language: Language): Spoken<T> {
  const known = spoken.get(texts) ?? {};
  spoken.set(texts, known);
  known[language] ??= speak(texts, language);
  return known[language] as Spoken<T>;
}

/** A feature's catalogue in the current language: `const t = useTexts(texts)`. */
export const useTexts = <T extends Texts>(texts: T): Spoken<T> => textsIn(texts, useLanguage());
