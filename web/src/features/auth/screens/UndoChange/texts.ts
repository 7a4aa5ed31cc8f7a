import { defineTexts } from '@parlance/contract/i18n';

export const undoTexts = defineTexts({
  title: { fr: 'Annuler la modification', en: 'Undo the change' },
  lead: {
    fr: 'Adresse, mot de passe et moyens de connexion redeviennent ceux d’avant la modification. Toutes les sessions sont fermées.',
    en: 'Address, password and ways to sign in go back to what they were before the change. All sessions end.',
  },
  password: { fr: 'Mot de passe d’avant la modification', en: 'Password from before the change' },
  passwordHelp: {
    fr: 'Laissez vide si le compte n’avait pas de mot de passe.',
    en: 'Leave it empty if the account had no password.',
  },
  passwordWrong: {
    fr: 'Ce n’est pas le mot de passe d’avant la modification',
    en: 'This is not the password from before the change',
  },
  undo: { fr: 'Annuler la modification', en: 'Undo the change' },
  failed: { fr: 'La modification n’a pas pu être annulée', en: 'The change could not be undone' },
  taken: {
    fr: 'Cette adresse a maintenant un autre compte, celui d’avant ne peut donc pas la reprendre.',
    en: 'This address has another account now, so the earlier one can’t take it back.',
  },
  doneTitle: { fr: 'Modification annulée', en: 'Change undone' },
  done: {
    fr: 'Le compte est redevenu comme avant. Choisissez maintenant un nouveau mot de passe : quelqu’un connaissait peut-être l’ancien.',
    en: 'The account is as it was. Now choose a new password: someone may have known the old one.',
  },
  newPassword: { fr: 'Choisir un nouveau mot de passe', en: 'Choose a new password' },
  invalidTitle: { fr: 'Lien invalide ou expiré', en: 'Invalid or expired link' },
  invalid: {
    fr: 'Ce lien a déjà servi, ou plus de sept jours ont passé. Si quelqu’un d’autre est dans votre compte, choisissez tout de suite un nouveau mot de passe.',
    en: 'This link was used already, or more than seven days have passed. If someone else is in your account, choose a new password at once.',
  },
});
