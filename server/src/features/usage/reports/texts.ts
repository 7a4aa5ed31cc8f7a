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
  chat_completion: { fr: 'Réponse', en: 'Answer' },
  file_upload: { fr: 'Ajout d’une source', en: 'Source added' },
  reindex: { fr: 'Relecture d’une source', en: 'Source read again' },
  vector_search: { fr: 'Recherche', en: 'Search' },
  api_call: { fr: 'Appel de l’API', en: 'API call' },
  summary_generation: { fr: 'Résumé', en: 'Summary' },
  message: { fr: 'Message', en: 'Message' },
  storage: { fr: 'Stockage', en: 'Storage' },
});
