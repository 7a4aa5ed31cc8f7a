import { defineTexts } from '@parlance/contract/i18n';

export const secondStepTexts = defineTexts({
  title: { fr: 'Vérification en deux étapes', en: 'Two-step sign-in' },
  appLead: {
    fr: 'Saisissez le code que votre application d’authentification affiche pour Parlance.',
    en: 'Enter the code that your authenticator app shows for Parlance.',
  },
  recoveryLead: {
    fr: 'Saisissez l’un des codes de secours que vous avez conservés. Chacun ne sert qu’une fois.',
    en: 'Enter one of the recovery codes that you kept. Each works only once.',
  },
  appCode: { fr: 'Code à six chiffres', en: 'Six-digit code' },
  appCodeHelp: { fr: 'Il change toutes les 30 secondes.', en: 'It changes every 30 seconds.' },
  whichApp: { fr: 'Application', en: 'App' },
  unnamed: { fr: 'Application sans nom', en: 'Unnamed app' },
  recoveryCode: { fr: 'Code de secours', en: 'Recovery code' },
  confirm: { fr: 'Valider', en: 'Confirm' },
  useRecovery: { fr: 'Utiliser un code de secours', en: 'Use a recovery code' },
  useApp: { fr: 'Utiliser l’application', en: 'Use the app' },
  otherAccount: { fr: 'Changer de compte', en: 'Use another account' },
  codeFormat: { fr: 'Le code compte six chiffres', en: 'The code has six digits' },
  recoveryRequired: { fr: 'Ce champ est requis', en: 'This field is required' },
  codeWrong: {
    fr: 'Ce code est faux ou a déjà servi. Attendez le suivant, puis réessayez.',
    en: 'This code is wrong or was already used. Wait for the next one, then try again.',
  },
  codeLate: {
    fr: 'Trop de temps a passé. Saisissez le code affiché maintenant.',
    en: 'Too much time has passed. Enter the code shown now.',
  },
  recoveryWrong: {
    fr: 'Ce code de secours est faux ou a déjà servi',
    en: 'This recovery code is wrong or was already used',
  },
});
