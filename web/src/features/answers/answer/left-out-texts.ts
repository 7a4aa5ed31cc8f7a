import { defineTexts } from '@parlance/contract/i18n';
import type { LeftOutReason } from '@parlance/contract/left-out';

/** Why a sentence was not shown: one for each of the contract's reasons. */
export const leftOutTexts = defineTexts({
  title: {
    fr: 'Écrit par le modèle, mais pas montré',
    en: 'Written by the model, but not shown',
  },
  figure: {
    fr: 'Un nombre n’est pas dans les passages cités.',
    en: 'A number is not in the cited passages.',
  },
  hour: {
    fr: 'Une heure n’est pas dans les passages cités.',
    en: 'A time is not in the cited passages.',
  },
  date: {
    fr: 'Une date ou un jour n’est pas dans les passages cités.',
    en: 'A date or a day is not in the cited passages.',
  },
  amount: {
    fr: 'Un montant ou un pourcentage n’est pas dans les passages cités.',
    en: 'An amount or a percentage is not in the cited passages.',
  },
  name: {
    fr: 'Un nom propre n’est pas dans les passages cités.',
    en: 'A proper name is not in the cited passages.',
  },
  address: {
    fr: 'Une adresse ou un numéro de téléphone n’est dans aucun passage.',
    en: 'An address or a telephone number is in no passage.',
  },
  claim: {
    fr: 'Une négation, ou un mot comme «\u00a0gratuit\u00a0», «\u00a0inclus\u00a0» ou «\u00a0seulement\u00a0», n’est pas dans les passages cités.',
    en: 'A negation, or a word like “free”, “included” or “only”, is not in the cited passages.',
  },
  words: {
    fr: 'Les passages cités disent trop peu de cette phrase.',
    en: 'The cited passages say too little of this sentence.',
  },
  uncited: {
    fr: 'Aucun passage n’est cité.',
    en: 'No passage is cited.',
  },
  endless: {
    fr: 'La phrase ne finit pas.',
    en: 'The sentence does not end.',
  },
} satisfies Record<LeftOutReason | 'title', { fr: string; en: string }>);
