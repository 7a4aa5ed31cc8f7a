import type { Language } from '../i18n.ts';

export const locales = { fr: 'fr-FR', en: 'en-GB' } as const;

/** Intl's narrow U+202F is drawn so thin in our fonts that digits run together. */
export const spaced = (text: string) => text.replaceAll('\u202f', '\u00a0');

/** Writes figures as a language groups them: 12,500 · 12 500 */
export function numberWriter(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  return (value) => spaced(format.format(value));
}
