import { defineTexts } from '@parlance/contract/i18n';

export const proofTexts = defineTexts({
  title: { fr: 'Confirmez que c’est bien vous', en: 'Confirm that it is you' },
  lead: {
    fr: 'Ce réglage décide de qui entre dans votre compte. Il n’est donc pas laissé à une session ouverte depuis un moment.',
    en: 'This setting decides who gets into your account, so it isn’t left to a session that has been open for a while.',
  },
  password: { fr: 'Votre mot de passe', en: 'Your password' },
  required: { fr: 'Ce champ est requis', en: 'This field is required' },
  passwordWrong: { fr: 'Mot de passe incorrect', en: 'Wrong password' },
  mailInstead: { fr: 'Recevoir plutôt un code par email', en: 'Get a code by email instead' },
  mailCode: { fr: 'Recevoir un code par email', en: 'Get a code by email' },
  code: { fr: 'Code reçu par email', en: 'Code from the email' },
  codeFormat: { fr: 'Le code compte six chiffres', en: 'The code has six digits' },
  codeWrong: { fr: 'Ce code est incorrect ou a expiré', en: 'This code is wrong or has expired' },
  mailed: {
    fr: (email: string) => `Nous venons de l’envoyer à ${email}.`,
    en: (email: string) => `We have just sent it to ${email}.`,
  },
  confirm: { fr: 'Confirmer', en: 'Confirm' },
});
