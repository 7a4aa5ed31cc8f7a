import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import { defineTexts } from '@parlance/contract/i18n';

/** What tokens went to: one for each of the contract's names. */
export const partTexts = defineTexts({
  instructions: { fr: 'Instructions', en: 'Instructions' },
  passages: { fr: 'Passages', en: 'Passages' },
  history: { fr: 'Messages précédents', en: 'Earlier messages' },
  question: { fr: 'Question', en: 'Question' },
  answer: { fr: 'Réponse', en: 'Answer' },
  query: { fr: 'Recherche', en: 'Search' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
} satisfies Record<LedgerPart['name'], { fr: string; en: string }>);
