import { defineTexts } from '@parlance/contract/i18n';

/** What a mail may name of its occasion. */
export interface MailFacts {
  /** A date and time, already in the reader's language. */
  at: string;
  /** A browser and its system. */
  device: string;
  /** A truncated network address. */
  network: string;
  newEmail: string;
}

/** What mails with a link or a code have in common. */
export const codeTexts = defineTexts({
  linkAndCodeLife: {
    fr: (minutes: number) => `Le lien et le code servent une seule fois, pendant ${minutes} minutes.`,
    en: (minutes: number) => `The link and the code work once, for ${minutes} minutes.`,
  },
  codeLife: {
    fr: (minutes: number) => `Le code sert une seule fois, pendant ${minutes} minutes.`,
    en: (minutes: number) => `The code works once, for ${minutes} minutes.`,
  },
  codeInstead: {
    fr: 'Vous pouvez aussi saisir ce code à six chiffres dans l’application :',
    en: 'You can also type this six-digit code in the app:',
  },
  unknownDevice: { fr: 'un appareil inconnu', en: 'an unknown device' },
});

const confirmation = defineTexts({
  subject: { fr: 'Confirmez votre adresse email', en: 'Confirm your email address' },
  intro: {
    fr: 'Bienvenue sur Parlance. Il ne reste qu’à confirmer que cette adresse est bien la vôtre.',
    en: 'Welcome to Parlance. All that is left is to confirm that this address is yours.',
  },
  button: { fr: 'Confirmer mon adresse', en: 'Confirm my address' },
  reason: {
    fr: 'Vous recevez cet email parce qu’un compte Parlance a été créé avec cette adresse. Si ce n’était pas vous, ignorez-le.',
    en: 'You get this email because a Parlance account was created with this address. If that wasn’t you, ignore it.',
  },
});

const recovery = defineTexts({
  subject: { fr: 'Choisissez un nouveau mot de passe', en: 'Choose a new password' },
  intro: {
    fr: 'Vous avez demandé à réinitialiser le mot de passe de votre compte Parlance.',
    en: 'You asked to reset the password of your Parlance account.',
  },
  button: { fr: 'Choisir un mot de passe', en: 'Choose a password' },
  reason: {
    fr: 'Vous recevez cet email parce que quelqu’un a demandé un nouveau mot de passe pour cette adresse. Si ce n’était pas vous, ignorez-le : votre mot de passe reste le même.',
    en: 'You get this email because someone asked for a new password for this address. If that wasn’t you, ignore it: your password stays the same.',
  },
});

const magicLink = defineTexts({
  subject: { fr: 'Votre lien de connexion', en: 'Your sign-in link' },
  intro: {
    fr: 'Voici de quoi vous connecter à Parlance, sans mot de passe.',
    en: 'Here is what you need to sign in to Parlance, without a password.',
  },
  button: { fr: 'Se connecter', en: 'Sign in' },
  reason: {
    fr: 'Vous recevez cet email parce que quelqu’un a demandé à se connecter avec cette adresse. Si ce n’était pas vous, ignorez-le et ne transmettez le code à personne.',
    en: 'You get this email because someone asked to sign in with this address. If that wasn’t you, ignore it and give the code to nobody.',
  },
});

const emailChangeCurrent = defineTexts({
  subject: { fr: 'Confirmez votre changement d’adresse', en: 'Confirm your change of address' },
  intro: {
    fr: ({ newEmail }: MailFacts) =>
      `L’adresse de votre compte Parlance doit devenir ${newEmail}. Confirmez-le ici, puis dans l’email envoyé à la nouvelle adresse.`,
    en: ({ newEmail }: MailFacts) =>
      `The address of your Parlance account is to become ${newEmail}. Confirm it here, then in the email sent to the new address.`,
  },
  button: { fr: 'Confirmer le changement', en: 'Confirm the change' },
  reason: {
    fr: 'Vous recevez cet email parce que c’est l’adresse actuelle de votre compte. Si vous n’avez rien demandé, ne confirmez pas et changez votre mot de passe.',
    en: 'You get this email because it is your account’s present address. If you asked for nothing, don’t confirm, and change your password.',
  },
});

const emailChangeNew = defineTexts({
  subject: { fr: 'Confirmez votre nouvelle adresse', en: 'Confirm your new address' },
  intro: {
    fr: 'Cette adresse doit devenir celle d’un compte Parlance. Confirmez-le ici, puis dans l’email envoyé à l’adresse actuelle.',
    en: 'This address is to become that of a Parlance account. Confirm it here, then in the email sent to the present address.',
  },
  button: { fr: 'Confirmer cette adresse', en: 'Confirm this address' },
  reason: {
    fr: 'Vous recevez cet email parce que quelqu’un a donné cette adresse pour son compte Parlance. Si ce n’était pas vous, ignorez-le.',
    en: 'You get this email because someone gave this address for their Parlance account. If that wasn’t you, ignore it.',
  },
});

const reauthentication = defineTexts({
  subject: { fr: 'Votre code de vérification', en: 'Your verification code' },
  intro: {
    fr: 'Saisissez ce code dans l’application pour confirmer que c’est bien vous.',
    en: 'Type this code in the app to confirm that it is you.',
  },
  reason: {
    fr: 'Vous recevez cet email parce qu’un réglage sensible de votre compte est en train d’être changé. Si ce n’était pas vous, changez votre mot de passe et ne transmettez le code à personne.',
    en: 'You get this email because a sensitive setting of your account is being changed. If that wasn’t you, change your password and give the code to nobody.',
  },
});

const accountExists = defineTexts({
  subject: { fr: 'Vous avez déjà un compte Parlance', en: 'You already have a Parlance account' },
  intro: {
    fr: 'Quelqu’un, sans doute vous, vient de s’inscrire avec cette adresse. Elle a déjà un compte : rien n’a été modifié.',
    en: 'Someone, probably you, just signed up with this address. It already has an account: nothing was changed.',
  },
  advice: {
    fr: 'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, demandez-en un nouveau depuis la page de connexion.',
    en: 'Sign in with your password. If you forgot it, ask for a new one from the sign-in page.',
  },
  button: { fr: 'Se connecter', en: 'Sign in' },
  reason: {
    fr: 'Vous recevez cet email parce que cette adresse a un compte Parlance. Si ce n’était pas vous, il n’y a rien à faire.',
    en: 'You get this email because this address has a Parlance account. If that wasn’t you, there is nothing to do.',
  },
});

/** Why somebody gets a mail that they can't turn off. */
const securityReason = {
  fr: 'Vous recevez cet email parce qu’il concerne la sécurité de votre compte Parlance.',
  en: 'You get this email because it concerns the security of your Parlance account.',
};
const notYou = {
  fr: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : toutes les autres sessions seront fermées.',
  en: 'If that wasn’t you, choose a new password at once: all other sessions will end.',
};
const accountSecurity = { fr: 'Voir la sécurité de mon compte', en: 'Open my account’s security' };

/** How a change of who gets in is taken back, in every mail that tells of one. */
const undoing = {
  advice: {
    fr: 'Si c’était vous, il n’y a rien à faire. Sinon, annulez la modification avec le mot de passe d’avant : tout redevient comme avant elle, et toutes les sessions sont fermées. Le lien sert pendant 7 jours.',
    en: 'If that was you, there is nothing to do. If not, undo the change with the password from before: everything goes back to how it was, and all sessions end. The link works for 7 days.',
  },
  button: { fr: 'Annuler la modification', en: 'Undo the change' },
  reason: securityReason,
};

const passwordChanged = defineTexts({
  subject: { fr: 'Votre mot de passe a été modifié', en: 'Your password was changed' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Le mot de passe de votre compte Parlance a été modifié le ${at}. Toutes les autres sessions ont été fermées.`,
    en: ({ at }: MailFacts) =>
      `The password of your Parlance account was changed on ${at}. All other sessions were ended.`,
  },
  ...undoing,
});

const emailChanged = defineTexts({
  subject: { fr: 'L’adresse de votre compte a été modifiée', en: 'The address of your account was changed' },
  intro: {
    fr: ({ at, newEmail }: MailFacts) =>
      `L’adresse de votre compte Parlance est devenue ${newEmail} le ${at}. Celle-ci ne sert plus à s’y connecter.`,
    en: ({ at, newEmail }: MailFacts) =>
      `The address of your Parlance account became ${newEmail} on ${at}. This one no longer signs in to it.`,
  },
  ...undoing,
});

const identityLinked = defineTexts({
  subject: { fr: 'Un moyen de connexion a été ajouté', en: 'A way to sign in was added' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Un compte Google a été lié à votre compte Parlance le ${at}. Il permet désormais de s’y connecter.`,
    en: ({ at }: MailFacts) =>
      `A Google account was linked to your Parlance account on ${at}. It can sign in to it from now on.`,
  },
  ...undoing,
});

const identityUnlinked = defineTexts({
  subject: { fr: 'Un moyen de connexion a été retiré', en: 'A way to sign in was removed' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Un moyen de se connecter à votre compte Parlance a été retiré le ${at}. L’adresse et le mot de passe du compte ont pu changer avec lui.`,
    en: ({ at }: MailFacts) =>
      `A way to sign in to your Parlance account was removed on ${at}. The account’s address and password may have changed with it.`,
  },
  ...undoing,
});

const newFactor = defineTexts({
  subject: { fr: 'Connexion en deux étapes activée', en: 'Two-step sign-in is on' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Une application d’authentification a été ajoutée à votre compte Parlance le ${at}. Son code sera demandé à chaque connexion.`,
    en: ({ at }: MailFacts) =>
      `An authenticator app was added to your Parlance account on ${at}. Its code will be asked for at every sign-in.`,
  },
  ...undoing,
});

const factorRemoved = defineTexts({
  subject: { fr: 'Application d’authentification retirée', en: 'Authenticator app removed' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Une application d’authentification a été retirée de votre compte Parlance le ${at}.`,
    en: ({ at }: MailFacts) => `An authenticator app was removed from your Parlance account on ${at}.`,
  },
  ...undoing,
});

const changeUndone = defineTexts({
  subject: {
    fr: 'Une modification de votre compte a été annulée',
    en: 'A change to your account was undone',
  },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Votre compte Parlance est revenu le ${at} à l’adresse, au mot de passe et aux moyens de connexion d’avant une modification. Toutes les sessions ont été fermées et toutes les clés API révoquées.`,
    en: ({ at }: MailFacts) =>
      `Your Parlance account went back on ${at} to the address, password and ways to sign in from before a change. All sessions were ended and all API keys revoked.`,
  },
  advice: {
    fr: 'Choisissez maintenant un nouveau mot de passe : quelqu’un connaissait peut-être l’ancien.',
    en: 'Now choose a new password: someone may have known the old one.',
  },
  button: { fr: 'Choisir un nouveau mot de passe', en: 'Choose a new password' },
  reason: securityReason,
});

const recoveryCodeUsed = defineTexts({
  subject: { fr: 'Un code de secours a servi', en: 'A recovery code was used' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Une connexion à votre compte Parlance a eu lieu le ${at} avec un code de secours, à la place de l’application d’authentification. Ce code ne servira plus.`,
    en: ({ at }: MailFacts) =>
      `Your Parlance account was signed in to on ${at} with a recovery code instead of the authenticator app. That code is void now.`,
  },
  advice: {
    fr: `Si vous n’avez plus votre application, ajoutez-en une autre. ${notYou.fr}`,
    en: `If you no longer have your app, add another. ${notYou.en}`,
  },
  button: accountSecurity,
  reason: securityReason,
});

const newSignIn = defineTexts({
  subject: { fr: 'Connexion depuis un nouvel appareil', en: 'Sign-in from a new device' },
  intro: {
    fr: ({ at, device, network }: MailFacts) =>
      `Une connexion à votre compte Parlance a eu lieu le ${at} depuis ${device}, réseau ${network}.`,
    en: ({ at, device, network }: MailFacts) =>
      `Your Parlance account was signed in to on ${at} from ${device}, network ${network}.`,
  },
  advice: {
    fr: `Si c’était vous, il n’y a rien à faire. ${notYou.fr}`,
    en: `If that was you, there is nothing to do. ${notYou.en}`,
  },
  button: accountSecurity,
  reason: securityReason,
});

const apiKeyCreated = defineTexts({
  subject: { fr: 'Une clé API a été créée', en: 'An API key was created' },
  intro: {
    fr: ({ at, device, network }: MailFacts) =>
      `Une clé API de votre compte Parlance a été créée le ${at} depuis ${device}, réseau ${network}. Un programme peut s’en servir pour appeler Parlance en votre nom.`,
    en: ({ at, device, network }: MailFacts) =>
      `An API key of your Parlance account was created on ${at} from ${device}, network ${network}. A program can use it to call Parlance on your behalf.`,
  },
  advice: {
    fr: `Si c’était vous, il n’y a rien à faire. Sinon, révoquez la clé depuis votre profil, puis choisissez un nouveau mot de passe\u00a0: il ferme toutes les autres sessions, mais ne révoque aucune clé.`,
    en: `If that was you, there is nothing to do. If not, revoke the key from your profile, then choose a new password: that ends all other sessions, but revokes no key.`,
  },
  button: { fr: 'Voir mes clés API', en: 'See my API keys' },
  reason: securityReason,
});

const securityAlert = defineTexts({
  subject: { fr: 'Activité inhabituelle sur votre compte', en: 'Unusual activity on your account' },
  intro: {
    fr: ({ at }: MailFacts) =>
      `Une activité inhabituelle a été remarquée dans une session de votre compte Parlance le ${at}.`,
    en: ({ at }: MailFacts) => `Unusual activity was noticed in a session of your Parlance account on ${at}.`,
  },
  advice: {
    fr: `Si vous utilisiez Parlance à ce moment, il n’y a rien à faire. ${notYou.fr}`,
    en: `If you were using Parlance then, there is nothing to do. ${notYou.en}`,
  },
  button: accountSecurity,
  reason: securityReason,
});

/** One entry a mail. The intro may name facts; title and subject are one. */
export const mailTexts = {
  confirmation,
  recovery,
  magicLink,
  emailChangeCurrent,
  emailChangeNew,
  reauthentication,
  accountExists,
  passwordChanged,
  emailChanged,
  identityLinked,
  identityUnlinked,
  newFactor,
  factorRemoved,
  changeUndone,
  recoveryCodeUsed,
  newSignIn,
  apiKeyCreated,
  securityAlert,
};
