import { defineTexts } from '@parlance/contract/i18n';

export const resetTexts = defineTexts({
  forgotTitle: { fr: 'Mot de passe oublié', en: 'Forgot your password' },
  forgotLead: {
    fr: 'Indiquez l’adresse de votre compte. Nous y envoyons un lien pour choisir un nouveau mot de passe.',
    en: 'Give the address of your account. We send a link there to choose a new password.',
  },
  send: { fr: 'Envoyer le lien', en: 'Send the link' },
  emailRequired: { fr: 'Ce champ est requis', en: 'This field is required' },
  sent: { fr: 'Email envoyé', en: 'Email sent' },
  sentTo: {
    fr: (email: string) => `Si un compte existe pour ${email}, un lien y arrive dans la minute.`,
    en: (email: string) => `If there is an account for ${email}, a link arrives there within a minute.`,
  },
  sentBefore: { fr: 'Si un compte existe pour ', en: 'If there is an account for ' },
  sentAfter: {
    fr: ', un lien et un code à six chiffres y arrivent dans la minute. Ils sont valables une heure.',
    en: ', a link and a six-digit code arrive there within a minute. They are valid for one hour.',
  },
  sendFailed: {
    fr: "Impossible d'envoyer l'email de réinitialisation",
    en: 'The reset email could not be sent',
  },

  resetTitle: { fr: 'Nouveau mot de passe', en: 'New password' },
  resetLead: {
    fr: (email: string) => `Pour le compte ${email}. Vos autres sessions seront fermées.`,
    en: (email: string) => `For the account ${email}. Your other sessions will be ended.`,
  },
  newPassword: { fr: 'Nouveau mot de passe', en: 'New password' },
  confirmNew: { fr: 'Confirmer le mot de passe', en: 'Confirm password' },
  save: { fr: 'Changer le mot de passe', en: 'Change password' },
  changed: { fr: 'Mot de passe modifié', en: 'Password changed' },
  changedMore: {
    fr: 'Utilisez-le dès votre prochaine connexion.',
    en: 'Use it the next time you log in.',
  },
  changeFailed: { fr: 'Impossible de modifier le mot de passe', en: 'The password could not be changed' },
  same: {
    fr: 'Choisissez un autre mot de passe que le précédent',
    en: 'Choose a password other than the one before',
  },
  checkingTitle: { fr: 'Vérification du lien', en: 'Checking the link' },
  checking: { fr: 'Un instant.', en: 'One moment.' },
  expiredTitle: { fr: 'Lien invalide ou expiré', en: 'Invalid or expired link' },
  expired: {
    fr: 'Ce lien de réinitialisation est invalide, a expiré ou a déjà servi. Demandez un nouveau lien.',
    en: 'This reset link is invalid, has expired or was already used. Ask for a new link.',
  },
  elsewhereTitle: { fr: 'Lien demandé ailleurs', en: 'Link requested elsewhere' },
  elsewhere: {
    fr: 'Ce lien a été demandé dans un autre navigateur. Demandez-en un ici ; le code à six chiffres de l’email marche partout.',
    en: 'This link was requested in another browser. Ask for one here; the six-digit code in the email works everywhere.',
  },
  failed: {
    fr: 'Une erreur inattendue s’est produite. Demandez un nouveau lien.',
    en: 'An unexpected error occurred. Ask for a new link.',
  },
  failedTitle: { fr: 'Le lien n’a pas pu être vérifié', en: 'The link could not be checked' },
});
