import { defineTexts } from '@parlance/contract/i18n';

/** What a visitor reads that neither a source nor a model has written. */
export const texts = defineTexts({
  unanswered: {
    fr: 'Je n’ai pas trouvé la réponse dans mes sources.',
    en: 'I couldn’t find the answer in my sources.',
  },
  contact: {
    fr: (contact: string) => `L’équipe peut vous aider : ${contact}`,
    en: (contact: string) => `The team can help: ${contact}`,
  },
  interrupted: { fr: '(réponse interrompue)', en: '(answer interrupted)' },
});
