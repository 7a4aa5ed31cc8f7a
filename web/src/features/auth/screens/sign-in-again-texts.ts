import { defineTexts } from '@parlance/contract/i18n';

export const againTexts = defineTexts({
  title: { fr: 'Se reconnecter', en: 'Log in again' },
  lead: {
    fr: 'Votre session a expiré. La page reste ouverte, rien n’est perdu.',
    en: 'Your session has expired. The page stays open, nothing is lost.',
  },
});
