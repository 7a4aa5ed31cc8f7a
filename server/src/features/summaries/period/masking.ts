import type { Language } from '@parlance/contract/i18n';
import { defineTexts, speak } from '@parlance/contract/i18n';

const words = defineTexts({
  email: { fr: '[email]', en: '[email]' },
  phone: { fr: '[téléphone]', en: '[phone]' },
  card: { fr: '[carte]', en: '[card]' },
  account: { fr: '[compte]', en: '[account]' },
});

const email =
  /[\p{L}\p{N}_%+'’-](?:[\p{L}\p{N}._%+'’-]{0,63})(?:@|\s?[([{]\s?(?:at|arobase)\s?[)\]}]\s?| arobase )[\p{L}\p{N}][\p{L}\p{N}.-]{0,254}/giu;
const iban = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ .-]?[A-Z\d]){11,30}(?![\p{L}\p{N}])/giu;
/** Digits with what people put between them, as long as they go on. */
const digits = /(?:\+|\(\+?)?\d(?:[ .\-()/]{0,3}\d){7,40}/g;
const date = /\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2}|(?:19|20)\d{2}-\d{1,2}-\d{1,2}/g;

/** The fewest digits of a phone number, those of a card, and those of an account’s number at the least. */
const phoneDigits = 8;
const cardDigits = 13;
const ibanDigits = 10;

const countDigits = (text: string) => text.replace(/\D/g, '').length;

/**
 * A visitor's text without the addresses, numbers of phones, cards and accounts that stand in it. Dates stay. What is long
 * enough to be a number of somebody's goes, also where it is none: a summary loses nothing by it.
 */
export function maskPersonalData(text: string, language: Language): string {
  const t = speak(words, language);
  return text
    .normalize('NFKC')
    .replace(email, t.email)
    .replace(iban, (found) => (countDigits(found) < ibanDigits ? found : t.account))
    .replace(digits, (found) => {
      const count = countDigits(found.replace(date, ' '));
      if (count < phoneDigits) return found;
      return count < cardDigits ? t.phone : t.card;
    });
}
