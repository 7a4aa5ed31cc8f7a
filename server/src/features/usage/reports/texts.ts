import { defineTexts } from '@parlance/contract/i18n';

/** Texts of the ledger as its owner exports it. */
export const ledgerTexts = defineTexts({
  date: {
    fr: (timeZone: string) => `Date (${timeZone})`,
    en: (timeZone: string) => `Date (${timeZone})`,
  },
  operation: { fr: 'Opération', en: 'Operation' },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  type: { fr: 'Type', en: 'Type' },
  tokens: { fr: 'Jetons', en: 'Tokens' },
  unassigned: { fr: 'Non attribué', en: 'Unassigned' },
});
