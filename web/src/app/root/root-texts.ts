import { defineTexts } from '@parlance/contract/i18n';

/** What stands around every screen, apart from the rest: the first script carries it. */
export const rootTexts = defineTexts({
  skip: { fr: 'Aller au contenu', en: 'Skip to content' },
  notifications: { fr: 'Notifications', en: 'Notifications' },
  brokenTitle: { fr: 'Cette page ne s’affiche pas', en: 'This page can’t be shown' },
  broken: {
    fr: 'Une erreur l’en empêche. Vos données ne sont pas touchées.',
    en: 'An error prevents it. Your data is not affected.',
  },
  notFetchedTitle: { fr: 'Cette page n’a pas pu être chargée', en: 'This page could not be loaded' },
  notFetched: {
    fr: 'La connexion a manqué. Vos données ne sont pas touchées.',
    en: 'The connection was missing. Your data is not affected.',
  },
  goneTitle: { fr: 'Parlance vient d’être mis à jour', en: 'Parlance has just been updated' },
  gone: {
    fr: 'Rechargez la page pour continuer. Vos données ne sont pas touchées.',
    en: 'Reload the page to continue. Your data is not affected.',
  },
  reload: { fr: 'Recharger la page', en: 'Reload the page' },
});
