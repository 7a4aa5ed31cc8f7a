import { defineTexts } from '@parlance/contract/i18n';

export const registerTexts = defineTexts({
  registerTitle: { fr: 'Créer un compte', en: 'Create an account' },
  registerLead: {
    fr: 'Un premier chatbot en quelques minutes, sans carte bancaire.',
    en: 'A first chatbot in a few minutes, no card needed.',
  },
  firstName: { fr: 'Prénom', en: 'First name' },
  lastName: { fr: 'Nom', en: 'Last name' },
  confirmPassword: { fr: 'Confirmer le mot de passe', en: 'Confirm password' },
  haveAccount: { fr: 'Déjà un compte ?', en: 'Already have an account?' },
  summary: {
    fr: (count: number) => `${count} champs sont à corriger.`,
    en: (count: number) => `${count} fields need correcting.`,
  },
  fieldRequired: { fr: 'Ce champ est requis', en: 'This field is required' },
  sentBefore: { fr: 'Nous avons écrit à ', en: 'We have written to ' },
  sentAfter: {
    fr: '. Ouvrez le lien de l’email pour confirmer votre adresse ; il est valable une heure.',
    en: '. Open the link in the email to confirm your address; it is valid for one hour.',
  },
  signUpError: { fr: "Erreur d'inscription", en: 'Sign-up error' },
});
