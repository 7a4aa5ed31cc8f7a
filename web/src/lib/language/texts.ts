import { type Language, type LocalizedTexts, speak, type Texts } from '@parlance/contract/i18n';
import { useLanguage } from './language.ts';

// A catalogue is spoken once per language, so that what screens pass on keeps its identity.
const spokenCatalogues = new WeakMap<Texts, Partial<Record<Language, unknown>>>();

export function textsIn<T extends Texts>(texts: T, language: Language): LocalizedTexts<T> {
  const known = spokenCatalogues.get(texts) ?? {};
  spokenCatalogues.set(texts, known);
  known[language] ??= speak(texts, language);
  return known[language] as LocalizedTexts<T>;
}

/** A feature's catalogue in the current language: `const t = useTexts(texts)`. */
export const useTexts = <T extends Texts>(texts: T): LocalizedTexts<T> => textsIn(texts, useLanguage());
