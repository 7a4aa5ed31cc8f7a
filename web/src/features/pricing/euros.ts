import type { Language } from '@parlance/contract/i18n';
import { useLanguage } from '../../lib/language/language.ts';

const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };

/** An amount as it is written: 19 € · €19; cents only where there are any. */
function formatEuros(euros: number, language: Language): string {
  const digits = Number.isInteger(euros) ? 0 : 2;
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Intl's narrow U+202F is drawn so thin in our fonts that digits run together.
  return format.format(euros).replaceAll('\u202f', '\u00a0');
}

export function useEuros(): (euros: number) => string {
  const language = useLanguage();
  return (euros) => formatEuros(euros, language);
}
