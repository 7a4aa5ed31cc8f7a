import { defineTexts } from '@parlance/contract/i18n';

const minutes = {
  fr: (count: number) => `Réessayez dans ${count} minute${count > 1 ? 's' : ''}`,
  en: (count: number) => `Try again in ${count} minute${count === 1 ? '' : 's'}`,
};

export const texts = defineTexts({
  signInTitle: { fr: 'Connexion', en: 'Log in' },
  signInLead: { fr: 'Heureux de vous revoir.', en: 'Good to see you again.' },
  signIn: { fr: 'Se connecter', en: 'Log in' },
  email: { fr: 'Adresse email', en: 'Email address' },
  password: { fr: 'Mot de passe', en: 'Password' },
  remember: { fr: 'Se souvenir de moi', en: 'Remember me' },
  forgot: { fr: 'Mot de passe oublié ?', en: 'Forgot your password?' },
  ssoNeedsEmail: {
    fr: 'Saisissez votre adresse professionnelle : elle indique votre entreprise',
    en: 'Enter your work address: it tells which company is yours',
  },
  ssoUnknown: {
    fr: 'Aucune connexion d’entreprise n’existe pour ce domaine',
    en: 'There is no company sign-in for this domain',
  },
  noAccount: { fr: 'Pas encore de compte ?', en: 'No account yet?' },
  createAccount: { fr: 'Créer un compte', en: 'Create an account' },

  website: { fr: 'Site web', en: 'Website' },
  acceptBefore: { fr: 'J’accepte les ', en: 'I accept the ' },
  terms: { fr: 'conditions d’utilisation', en: 'terms of service' },
  acceptBetween: { fr: ' et la ', en: ' and the ' },
  privacy: { fr: 'politique de confidentialité', en: 'privacy policy' },
  updates: { fr: 'Recevoir les nouveautés par email', en: 'Receive product news by email' },

  required: { fr: 'Email et mot de passe requis', en: 'Email and password are required' },
  emailFormat: { fr: "Format d'email invalide", en: 'Invalid email format' },
  emailTooLong: {
    fr: (max: number) => `Cette adresse est trop longue : ${max} caractères au plus`,
    en: (max: number) => `This address is too long: at most ${max} characters`,
  },
  passwordShort: {
    fr: 'Le mot de passe doit contenir au moins 6 caractères',
    en: 'The password must contain at least 6 characters',
  },
  passwordCommon: {
    fr: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
    en: 'This password is too easy to guess. Choose another one.',
  },
  passwordMismatch: {
    fr: 'Les mots de passe ne correspondent pas',
    en: 'The passwords do not match',
  },
  termsRequired: {
    fr: 'Vous devez accepter les conditions d’utilisation',
    en: 'You must accept the terms of service',
  },
  websiteFormat: { fr: 'Cette adresse de site n’est pas valable', en: 'This website address is not valid' },
  emailCleaned: {
    fr: 'Nous avons retiré des caractères interdits. Vérifiez l’adresse, puis validez à nouveau.',
    en: 'We removed characters that are not allowed. Check the address, then submit again.',
  },

  otherAccount: { fr: 'Changer de compte', en: 'Use another account' },

  signInError: { fr: 'Erreur de connexion', en: 'Sign-in error' },
  signInNoUser: { fr: 'Échec de la connexion', en: 'Sign-in failed' },
  rateLimitedEmail: {
    fr: "Trop de tentatives d'inscription. Veuillez patienter avant de réessayer",
    en: 'Too many sign-up attempts. Please wait before trying again',
  },
  rateLimitedGlobal: {
    fr: 'Trop de tentatives depuis cette connexion. Veuillez patienter avant de réessayer',
    en: 'Too many attempts from this connection. Please wait before trying again',
  },
  retryIn: minutes,
  waitButton: {
    fr: (left: string) => `Réessayez dans ${left}`,
    en: (left: string) => `Try again in ${left}`,
  },
  emailTaken: {
    fr: 'Cette adresse email est déjà utilisée. Essayez de vous connecter ou utilisez une autre adresse',
    en: 'This email address is already in use. Try logging in or use another address',
  },
  badCredentials: { fr: 'Email ou mot de passe incorrect', en: 'Incorrect email or password' },
  network: {
    fr: 'Problème de connexion. Vérifiez votre connexion internet',
    en: 'Connection problem. Check your internet connection',
  },
  unknown: {
    fr: "Une erreur inattendue s'est produite. Veuillez réessayer",
    en: 'An unexpected error occurred. Please try again',
  },
  captchaDue: {
    fr: 'Confirmez d’abord que vous n’êtes pas un robot',
    en: 'First confirm that you are not a robot',
  },
  captchaFailed: {
    fr: 'La vérification anti-robot a échoué. Veuillez réessayer',
    en: 'The anti-robot check failed. Please try again',
  },
  unconfirmedTitle: { fr: 'Adresse à confirmer.', en: 'Address not confirmed yet.' },
  unconfirmed: {
    fr: 'Ouvrez le lien que nous vous avons envoyé, ou demandez-en un nouveau.',
    en: 'Open the link we sent you, or ask for a new one.',
  },

  waitBeforeEmail: {
    fr: (count: number) =>
      `Attendez ${count} minute${count > 1 ? 's' : ''} avant d’envoyer un autre email à cette adresse`,
    en: (count: number) =>
      `Wait ${count} minute${count === 1 ? '' : 's'} before sending another email to this address`,
  },
  code: { fr: 'Code à six chiffres', en: 'Six-digit code' },
  codeHelp: { fr: 'Il se trouve dans le même email.', en: 'It is in the same email.' },
  codeFormat: { fr: 'Le code compte six chiffres', en: 'The code has six digits' },
  codeWrong: {
    fr: 'Ce code est faux ou n’est plus valable. Demandez un nouvel email.',
    en: 'This code is wrong or no longer valid. Ask for a new email.',
  },
  confirmCode: { fr: 'Valider le code', en: 'Confirm the code' },

  resend: { fr: 'Renvoyer l’email', en: 'Send the email again' },
  resendIn: {
    fr: (seconds: number) => `Renvoyer dans ${seconds} s`,
    en: (seconds: number) => `Send again in ${seconds} s`,
  },
  resent: { fr: 'Email envoyé', en: 'Email sent' },
  resentMore: {
    fr: (email: string) => `Un nouveau lien part vers ${email}.`,
    en: (email: string) => `A new link is on its way to ${email}.`,
  },
  notSent: { fr: 'L’email n’est pas parti', en: 'The email was not sent' },
  sentTitle: { fr: 'Vérifiez votre boîte de réception', en: 'Check your inbox' },
  spam: {
    fr: 'Rien reçu ? Regardez aussi dans les indésirables.',
    en: 'Nothing there? Look in your spam folder too.',
  },
  otherAddress: { fr: 'Utiliser une autre adresse', en: 'Use another address' },
  backToSignIn: { fr: 'Retour à la connexion', en: 'Back to log in' },
});
