import { defineTexts } from '@parlance/contract/i18n';

/** Words that every screen needs. */
export const words = defineTexts({
  loading: { fr: 'Chargement...', en: 'Loading...' },
  close: { fr: 'Fermer', en: 'Close' },
  cancel: { fr: 'Annuler', en: 'Cancel' },
  retry: { fr: 'Réessayer', en: 'Retry' },
  undo: { fr: 'Annuler', en: 'Undo' },
  optional: { fr: 'facultatif', en: 'optional' },
  clear: { fr: 'Effacer', en: 'Clear' },
  loadMore: { fr: 'Afficher la suite', en: 'Load more' },
  reveal: { fr: 'Afficher le mot de passe', en: 'Show password' },
  hide: { fr: 'Masquer le mot de passe', en: 'Hide password' },
  notFetched: { fr: 'Ceci n’a pas pu s’ouvrir.', en: 'This could not be opened.' },
  networkError: {
    fr: 'Problème de connexion. Vérifiez votre connexion internet',
    en: 'Connection problem. Check your internet connection',
  },
  timeout: {
    fr: 'Le serveur met trop de temps à répondre. Réessayez.',
    en: 'The server is taking too long to answer. Try again.',
  },
  unauthorized: { fr: 'Vous n’êtes plus connecté.', en: 'You are no longer signed in.' },
  forbidden: { fr: 'Vous n’avez pas accès à ceci.', en: 'You have no access to this.' },
  notFound: { fr: 'Introuvable.', en: 'Not found.' },
  invalid: {
    fr: 'Ce qui a été envoyé n’est pas valable. Vérifiez-le, puis réessayez.',
    en: 'What was sent is not valid. Check it, then try again.',
  },
  serverError: {
    fr: 'Le serveur a rencontré une erreur. Réessayez dans un instant.',
    en: 'The server met an error. Try again in a moment.',
  },
  unknownError: {
    fr: "Une erreur inattendue s'est produite. Veuillez réessayer",
    en: 'An unexpected error occurred. Please try again',
  },
});
