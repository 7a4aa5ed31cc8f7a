import { defineTexts } from '@parlance/contract/i18n';

export const dialogTexts = defineTexts({
  discardTitle: { fr: 'Fermer sans enregistrer ?', en: 'Close without saving?' },
  discardText: {
    fr: 'Ce que vous avez écrit ici sera perdu.',
    en: 'What you have written here will be lost.',
  },
  stay: { fr: 'Continuer', en: 'Keep editing' },
  discard: { fr: 'Abandonner', en: 'Discard' },
});
