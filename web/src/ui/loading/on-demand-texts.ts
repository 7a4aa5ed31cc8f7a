import { defineTexts } from '@parlance/contract/i18n';

export const onDemandTexts = defineTexts({
  gone: {
    fr: 'Parlance vient d’être mis à jour. Rechargez la page pour continuer.',
    en: 'Parlance has just been updated. Reload the page to continue.',
  },
  reload: { fr: 'Recharger', en: 'Reload' },
});
