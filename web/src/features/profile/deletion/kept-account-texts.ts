import { defineTexts } from '@parlance/contract/i18n';

export const keptAccountTexts = defineTexts({
  title: { fr: 'Suppression annulée', en: 'Deletion cancelled' },
  text: {
    fr: 'Vous vous êtes reconnecté : votre compte reste, rien n’a été supprimé.',
    en: 'You have signed in again: your account stays, nothing was deleted.',
  },
});
