import type { Language } from '../i18n.ts';
import { locales, spaced } from './numbers.ts';

/** Writes dates as `Intl` does, but the first of a month as the French say it: "1er décembre". */
export function dateWriter(
  language: Language,
  options: Intl.DateTimeFormatOptions,
  locale: string = locales[language],
): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat(locale, options);
  return (at) => {
    const text = spaced(format.format(new Date(at)));
    return language === 'fr' ? text.replace(/\b1(?=\s\p{L})/u, '1er') : text;
  };
}

/** Writes moments: 3 December 2026 at 2:30 pm · 3 décembre 2026 à 14 h 30 */
export function momentWriter(language: Language, timeZone: string): (at: string | Date) => string {
  const hour12 = language === 'en';
  const write = dateWriter(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    // 9:05 am, but 09 h 05.
    hour: hour12 ? 'numeric' : '2-digit',
    minute: '2-digit',
    hour12,
    timeZone,
  });
  return (at) => (language === 'fr' ? write(at).replace(':', '\u00a0h\u00a0') : write(at));
}
