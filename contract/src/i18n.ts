export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];

// A text, or a function of the figures it names.
// biome-ignore lint/suspicious/noExplicitAny: the parameters of each sentence are its own
type Sentence = string | ((...figures: any[]) => string);
export type Texts = Record<string, { fr: Sentence; en: Sentence }>;
export type LocalizedTexts<T extends Texts> = { [K in keyof T]: T[K]['fr'] };

/** A catalogue in which no sentence can lack one of the languages: a missing one does not compile. */
export function defineTexts<T extends { [K in keyof T]: { fr: T[K]['fr']; en: T[K]['fr'] } } & Texts>(
  texts: T,
): T {
  return texts;
}

/** A catalogue in one language: `speak(messages, 'fr').subject`. */
export function speak<T extends Texts>(texts: T, language: Language): LocalizedTexts<T> {
  const spoken: Record<string, Sentence> = {};
  for (const [key, text] of Object.entries(texts)) spoken[key] = text[language];
  return spoken as LocalizedTexts<T>;
}

export const isLanguage = (value: unknown): value is Language => value === 'fr' || value === 'en';
