import type { Operation, TokenType } from '../endpoints/usage.ts';
import { defineTexts, type Texts } from '../i18n.ts';

/** What the ledger's operations are called, on the screen and in its export. */
export const operationTexts = defineTexts({
  chat_completion: { fr: 'Réponse', en: 'Answer' },
  file_upload: { fr: 'Ajout d’une source', en: 'Source added' },
  reindex: { fr: 'Relecture d’une source', en: 'Source read again' },
  vector_search: { fr: 'Recherche', en: 'Search' },
  api_call: { fr: 'Appel de l’API', en: 'API call' },
  summary_generation: { fr: 'Résumé', en: 'Summary' },
} satisfies Texts & Record<Operation, unknown>);

export const tokenTypeTexts = defineTexts({
  message: { fr: 'Message', en: 'Message' },
  storage: { fr: 'Stockage', en: 'Storage' },
} satisfies Texts & Record<TokenType, unknown>);
