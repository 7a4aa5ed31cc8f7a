import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  confirmationSubject: { fr: 'Confirmez votre adresse email', en: 'Confirm your email address' },
  confirmationTitle: { fr: 'Confirmez votre adresse email', en: 'Confirm your email address' },
  confirmationIntro: {
    fr: 'Bienvenue sur Parlance. Il ne reste qu’à confirmer que cette adresse est bien la vôtre.',
    en: 'Welcome to Parlance. All that is left is to confirm that this address is yours.',
  },
  confirmationCode: {
    fr: 'Vous pouvez aussi saisir ce code à six chiffres dans l’application :',
    en: 'You can also type this six-digit code in the app:',
  },
  confirmationLife: {
    fr: (minutes: number) => `Le lien et le code servent une seule fois, pendant ${minutes} minutes.`,
    en: (minutes: number) => `The link and the code work once, for ${minutes} minutes.`,
  },
  confirmationButton: { fr: 'Confirmer mon adresse', en: 'Confirm my address' },
  confirmationReason: {
    fr: 'Vous recevez cet email parce qu’un compte Parlance a été créé avec cette adresse. Si ce n’était pas vous, ignorez-le.',
    en: 'You get this email because a Parlance account was created with this address. If that wasn’t you, ignore it.',
  },

  existsSubject: { fr: 'Vous avez déjà un compte Parlance', en: 'You already have a Parlance account' },
  existsTitle: { fr: 'Vous avez déjà un compte', en: 'You already have an account' },
  existsIntro: {
    fr: 'Quelqu’un, sans doute vous, vient de s’inscrire avec cette adresse. Elle a déjà un compte : rien n’a été modifié.',
    en: 'Someone, probably you, just signed up with this address. It already has an account: nothing was changed.',
  },
  existsAdvice: {
    fr: 'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, demandez-en un nouveau depuis la page de connexion.',
    en: 'Sign in with your password. If you forgot it, ask for a new one from the sign-in page.',
  },
  existsButton: { fr: 'Se connecter', en: 'Sign in' },
  existsReason: {
    fr: 'Vous recevez cet email parce que cette adresse a un compte Parlance. Si ce n’était pas vous, il n’y a rien à faire.',
    en: 'You get this email because this address has a Parlance account. If that wasn’t you, there is nothing to do.',
  },
});
