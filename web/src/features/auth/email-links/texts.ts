import { defineTexts } from '@parlance/contract/i18n';

/** Texts of the addresses that links lead to. */
export const confirmationTexts = defineTexts({
  goOn: { fr: 'Ouvrir Parlance', en: 'Open Parlance' },
  pendingTitle: { fr: 'Confirmation en attente', en: 'Confirmation pending' },
  pending: {
    fr: 'Ouvrez le lien que nous vous avons envoyé par email. Vous pourrez ensuite vous connecter.',
    en: 'Open the link we sent you by email. You can then log in.',
  },
  checkingTitle: { fr: 'Vérification du lien', en: 'Checking the link' },
  checking: {
    fr: 'Un instant, nous confirmons votre adresse.',
    en: 'One moment, we are confirming your address.',
  },
  successTitle: { fr: 'Adresse confirmée', en: 'Address confirmed' },
  success: { fr: 'Votre compte est prêt.', en: 'Your account is ready.' },
  successSignIn: {
    fr: 'Votre adresse est confirmée. Connectez-vous pour continuer.',
    en: 'Your address is confirmed. Log in to continue.',
  },
  expiredTitle: { fr: 'Lien de confirmation expiré', en: 'Confirmation link expired' },
  expired: {
    fr: 'Connectez-vous à nouveau pour recevoir un nouveau lien.',
    en: 'Log in again to get a new link.',
  },
  invalidTitle: { fr: 'Lien de confirmation invalide', en: 'Invalid confirmation link' },
  invalid: {
    fr: 'Ce lien est incomplet ou a déjà servi. Connectez-vous, ou demandez un nouveau lien.',
    en: 'This link is incomplete or was already used. Log in, or ask for a new link.',
  },
  errorTitle: { fr: 'La confirmation a échoué', en: 'Confirmation failed' },
  error: {
    fr: 'Une erreur inattendue s’est produite. Réessayez dans un instant.',
    en: 'An unexpected error occurred. Try again in a moment.',
  },
  recoveryTitle: { fr: 'Lien de réinitialisation', en: 'Reset link' },
  recovery: {
    fr: 'Votre adresse est vérifiée. Choisissez maintenant un nouveau mot de passe.',
    en: 'Your address is verified. Now choose a new password.',
  },
  chooseNew: { fr: 'Choisir un mot de passe', en: 'Choose a password' },
  newLink: { fr: 'Recevoir un nouveau lien', en: 'Get a new link' },
  retry: { fr: 'Réessayer', en: 'Retry' },
  callbackTitle: { fr: 'Connexion en cours', en: 'Signing you in' },

  welcomeTitle: { fr: 'Connexion réussie', en: 'Signed in' },
  welcome: { fr: 'Heureux de vous voir.', en: 'Good to see you.' },
  linkedTitle: { fr: 'Compte lié', en: 'Account linked' },
  linked: {
    fr: 'Vous pouvez maintenant vous connecter avec Google.',
    en: 'You can now sign in with Google.',
  },
  notLinkedTitle: { fr: 'Compte non lié', en: 'Account not linked' },
  providerRefused: {
    fr: 'La connexion a été annulée ou refusée par le fournisseur. Réessayez, ou utilisez votre mot de passe.',
    en: 'The sign-in was cancelled or refused by the provider. Try again, or use your password.',
  },
  providerUnverified: {
    fr: 'Le fournisseur n’a pas vérifié votre adresse. Ouvrez l’email de confirmation que nous venons d’envoyer.',
    en: 'The provider has not verified your address. Open the confirmation email that we have just sent.',
  },
  providerLinked: {
    fr: 'Ce compte est déjà associé à un utilisateur',
    en: 'This account is already linked to a user',
  },
});
