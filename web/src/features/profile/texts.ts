import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Profil', en: 'Profile' },
  lead: {
    fr: 'Vos informations, la sécurité de votre compte, vos clés API et la suppression.',
    en: 'Your details, the security of your account, your API keys, and deletion.',
  },
  save: { fr: 'Enregistrer', en: 'Save' },
  discard: { fr: 'Abandonner', en: 'Discard' },
  unsaved: { fr: 'Modifications non enregistrées', en: 'Unsaved changes' },
  required: { fr: 'Ce champ est requis', en: 'This field is required' },

  personal: { fr: 'Informations personnelles', en: 'Personal information' },
  personalLead: {
    fr: 'Comment nous vous appelons, et comment nous vous écrivons.',
    en: 'What we call you, and how we write to you.',
  },
  firstName: { fr: 'Prénom', en: 'First name' },
  lastName: { fr: 'Nom', en: 'Last name' },
  email: { fr: 'Adresse email', en: 'Email address' },
  emailLocked: {
    fr: 'L’adresse ne se change pas ici. Pour en changer, contactez la personne qui gère ce serveur.',
    en: 'The address can’t be changed here. To change it, contact the person who runs this server.',
  },
  emailLockedWrite: {
    fr: 'L’adresse ne se change pas ici. Pour en changer, écrivez à ',
    en: 'The address can’t be changed here. To change it, write to ',
  },
  websiteFormat: { fr: 'Cette adresse de site n’est pas valable', en: 'This website address is not valid' },
  updates: { fr: 'Recevoir les nouveautés par email', en: 'Receive product news by email' },
  loadFailed: { fr: 'Impossible de charger le profil.', en: 'The profile can’t be loaded.' },
  profileSaved: { fr: 'Profil mis à jour', en: 'Profile updated' },
  profileFailed: { fr: 'Impossible de mettre à jour le profil', en: 'The profile could not be updated' },
  elsewhereTitle: { fr: 'Modifié ailleurs entre-temps.', en: 'Changed elsewhere in the meantime.' },
  elsewhere: {
    fr: 'Enregistrer remplacera la version plus récente par la vôtre.',
    en: 'Saving will replace the newer version with yours.',
  },
  takeNewer: { fr: 'Reprendre la plus récente', en: 'Take the newer one' },
  leaveTitle: { fr: 'Quitter sans enregistrer ?', en: 'Leave without saving?' },
  leaveText: {
    fr: 'Vos modifications du profil ne sont pas enregistrées.',
    en: 'Your changes to the profile are not saved.',
  },
  stay: { fr: 'Rester ici', en: 'Stay here' },
  leave: { fr: 'Quitter', en: 'Leave' },
  language: { fr: 'Langue', en: 'Language' },
  languageHelp: {
    fr: 'Appliquée tout de suite ; vos emails suivent aussi.',
    en: 'Applied at once; your emails follow too.',
  },

  security: { fr: 'Sécurité', en: 'Security' },
  securityLead: {
    fr: 'Ce qui protège votre compte, et où il est ouvert en ce moment.',
    en: 'What protects your account, and where it is open right now.',
  },
  securityFailed: {
    fr: 'Les réglages de sécurité ne se chargent pas.',
    en: 'The security settings can’t be loaded.',
  },

  password: { fr: 'Mot de passe', en: 'Password' },
  passwordLead: {
    fr: 'Le changer ferme vos autres sessions et vous prévient par email.',
    en: 'Changing it ends your other sessions and notifies you by email.',
  },
  passwordless: {
    fr: 'Vous vous connectez sans mot de passe. En ajouter un ouvre une seconde porte à votre compte.',
    en: 'You sign in without a password. Adding one opens a second way into your account.',
  },
  managedElsewhere: {
    fr: 'Votre organisation gère votre connexion : c’est chez elle que le mot de passe se change.',
    en: 'Your organisation manages your sign-in: the password is changed there.',
  },
  currentPassword: { fr: 'Mot de passe actuel', en: 'Current password' },
  newPassword: { fr: 'Nouveau mot de passe', en: 'New password' },
  confirmPassword: { fr: 'Confirmer le mot de passe', en: 'Confirm password' },
  changePassword: { fr: 'Modifier le mot de passe', en: 'Change password' },
  addPassword: { fr: 'Ajouter un mot de passe', en: 'Add a password' },
  passwordShort: {
    fr: 'Le mot de passe doit contenir au moins 6 caractères',
    en: 'The password must contain at least 6 characters',
  },
  passwordMismatch: { fr: 'Les mots de passe ne correspondent pas', en: 'The passwords do not match' },
  passwordWrong: { fr: 'Mot de passe actuel incorrect', en: 'Current password is incorrect' },
  passwordSame: {
    fr: 'C’est déjà votre mot de passe. Choisissez-en un autre.',
    en: 'This already is your password. Choose another one.',
  },
  passwordChanged: { fr: 'Mot de passe modifié', en: 'Password changed' },
  passwordChangedMore: {
    fr: 'Vos autres sessions sont fermées.',
    en: 'Your other sessions have ended.',
  },
  passwordFailed: { fr: 'Impossible de modifier le mot de passe', en: 'The password could not be changed' },
  mailedCode: { fr: 'Code reçu par email', en: 'Code from the email' },
  mailedCodeHelp: {
    fr: (email: string) => `Nous venons de l’envoyer à ${email}. Saisissez-le, puis validez.`,
    en: (email: string) => `We have just sent it to ${email}. Type it, then submit.`,
  },
  mailedCodeWrong: {
    fr: 'Ce code est incorrect ou a expiré. Un nouveau part par email.',
    en: 'This code is wrong or has expired. A new one is on its way.',
  },

  twoStep: { fr: 'Connexion en deux étapes', en: 'Two-step sign-in' },
  twoStepOff: {
    fr: 'Après le mot de passe, un code de votre téléphone : un mot de passe volé ne suffit plus à entrer.',
    en: 'After the password, a code from your phone: a stolen password alone no longer gets anyone in.',
  },
  twoStepOn: {
    fr: 'À chaque connexion, un code de l’une de ces applications est demandé après le mot de passe.',
    en: 'Each time you sign in, a code from one of these apps is asked for after the password.',
  },
  active: { fr: 'Active', en: 'On' },
  inactive: { fr: 'Inactive', en: 'Off' },
  activate: { fr: 'Activer', en: 'Turn on' },
  addFactor: { fr: 'Ajouter une application', en: 'Add an app' },
  factors: { fr: 'Applications d’authentification', en: 'Authenticator apps' },
  addedOn: { fr: (day: string) => `Ajoutée le ${day}`, en: (day: string) => `Added ${day}` },
  remove: { fr: 'Retirer', en: 'Remove' },
  removeFactor: { fr: (name: string) => `Retirer ${name}`, en: (name: string) => `Remove ${name}` },
  removeFactorTitle: {
    fr: (name: string) => `Retirer « ${name} » ?`,
    en: (name: string) => `Remove “${name}”?`,
  },
  removeOne: {
    fr: 'Ses codes ne seront plus acceptés. Vos autres applications restent en place.',
    en: 'Its codes will no longer be accepted. Your other apps stay in place.',
  },
  removeLast: {
    fr: 'C’est la dernière : la connexion en deux étapes sera désactivée, vos codes de secours ne serviront plus, et le mot de passe seul suffira pour entrer.',
    en: 'It is the last one: two-step sign-in will be turned off, your recovery codes will stop working, and the password alone will be enough to get in.',
  },
  factorRemoved: { fr: 'Application retirée', en: 'App removed' },
  twoStepTurnedOff: {
    fr: 'Connexion en deux étapes désactivée',
    en: 'Two-step sign-in is off',
  },
  removeFailed: { fr: 'L’application n’a pas été retirée', en: 'The app was not removed' },
  factorUnnamed: { fr: 'Application sans nom', en: 'Unnamed app' },

  level: {
    fr: 'Cette session est ouverte par le mot de passe seul. Reconnectez-vous avec un code pour continuer.',
    en: 'This session was opened with the password alone. Log in again with a code to continue.',
  },
  code: { fr: 'Code à six chiffres', en: 'Six-digit code' },
  codeFormat: { fr: 'Le code compte six chiffres', en: 'The code has six digits' },
  codeWrong: {
    fr: 'Ce code est incorrect ou a déjà servi. Attendez le suivant.',
    en: 'This code is wrong or was already used. Wait for the next one.',
  },
  codeExpired: {
    fr: 'Le délai est dépassé. Saisissez le code affiché maintenant.',
    en: 'That took too long. Enter the code shown now.',
  },

  enrolTitle: { fr: 'Activer la connexion en deux étapes', en: 'Turn on two-step sign-in' },
  enrolMoreTitle: { fr: 'Ajouter une application', en: 'Add an app' },
  enrolName: { fr: 'Nom de l’appareil', en: 'Name of the device' },
  enrolNameHelp: {
    fr: 'Pour reconnaître l’appareil qui portera les codes.',
    en: 'To recognise the device that will hold the codes.',
  },
  enrolNameDefault: { fr: 'Mon téléphone', en: 'My phone' },
  enrolNameTaken: { fr: 'Un autre appareil porte déjà ce nom', en: 'Another device already has this name' },
  enrolTooMany: {
    fr: 'Dix applications sont déjà en place. Retirez-en une d’abord.',
    en: 'Ten apps are already set up. Remove one first.',
  },
  goOn: { fr: 'Continuer', en: 'Continue' },
  scan: {
    fr: 'Dans votre application d’authentification, ajoutez un compte et photographiez ce carré.',
    en: 'In your authenticator app, add an account and scan this square.',
  },
  qrAlt: { fr: 'QR code à photographier avec l’application', en: 'QR code to scan with the app' },
  onThisPhone: { fr: 'Ouvrir dans l’application', en: 'Open in the app' },
  typeSecret: { fr: 'Impossible de photographier ? Tapez cette clé :', en: 'Can’t scan it? Type this key:' },
  copySecret: { fr: 'Copier la clé', en: 'Copy the key' },
  enrolCodeHelp: {
    fr: 'Celui que l’application affiche maintenant.',
    en: 'The one the app is showing now.',
  },
  turnOn: { fr: 'Vérifier et activer', en: 'Verify and turn on' },
  verifyAndAdd: { fr: 'Vérifier et ajouter', en: 'Verify and add' },
  codesAfterTurningOn: {
    fr: 'La connexion en deux étapes est active.',
    en: 'Two-step sign-in is on.',
  },
  factorAdded: { fr: 'Application ajoutée', en: 'App added' },

  recoveryCodes: { fr: 'Codes de secours', en: 'Recovery codes' },
  recoveryCodesLead: {
    fr: 'Ils remplacent le téléphone s’il est perdu. Chacun sert une fois.',
    en: 'They replace the phone if it is lost. Each works once.',
  },
  renew: { fr: 'Renouveler', en: 'Renew' },
  renewCodes: { fr: 'Renouveler les codes de secours', en: 'Renew the recovery codes' },
  renewTitle: { fr: 'Renouveler les codes de secours ?', en: 'Renew the recovery codes?' },
  renewText: {
    fr: 'Les codes de secours que vous avez gardés ne serviront plus.',
    en: 'The recovery codes you have kept will stop working.',
  },
  codesTitle: { fr: 'Gardez vos codes de secours', en: 'Keep your recovery codes' },
  codesLead: {
    fr: 'Ils ne seront plus affichés. Rangez-les hors de votre téléphone : sans lui, l’un d’eux suffit pour entrer.',
    en: 'They won’t be shown again. Keep them away from your phone: without it, one of them gets you in.',
  },
  codesFileName: { fr: 'parlance-codes-de-secours.txt', en: 'parlance-recovery-codes.txt' },
  codesFileHead: {
    fr: (email: string, day: string) =>
      `Codes de secours Parlance de ${email}, ${day}. Chacun sert une fois.`,
    en: (email: string, day: string) => `Parlance recovery codes of ${email}, ${day}. Each works once.`,
  },
  copy: { fr: 'Copier', en: 'Copy' },
  copied: { fr: 'Copié', en: 'Copied' },
  copyFailed: {
    fr: 'Le navigateur refuse la copie : sélectionnez le texte.',
    en: 'The browser refuses to copy: select the text.',
  },
  download: { fr: 'Télécharger', en: 'Download' },
  print: { fr: 'Imprimer', en: 'Print' },
  codesKept: { fr: 'Je les ai gardés', en: 'I have kept them' },
  codesFailed: { fr: 'Les codes n’ont pas été générés', en: 'The codes were not generated' },
  codesLater: {
    fr: 'La connexion en deux étapes est active, mais les codes de secours n’ont pas été générés. Réessayez depuis le profil.',
    en: 'Two-step sign-in is on, but the recovery codes were not generated. Try again from the profile.',
  },

  sessions: { fr: 'Sessions ouvertes', en: 'Open sessions' },
  sessionsLead: {
    fr: 'Fermez celles que vous ne reconnaissez pas, puis changez votre mot de passe.',
    en: 'End those you don’t recognise, then change your password.',
  },
  sessionsFailed: { fr: 'Les sessions ne se chargent pas.', en: 'The sessions can’t be loaded.' },
  browserOn: {
    fr: (browser: string, system: string) => `${browser} sur ${system}`,
    en: (browser: string, system: string) => `${browser} on ${system}`,
  },
  unknownDevice: { fr: 'Appareil inconnu', en: 'Unknown device' },
  thisSession: { fr: 'Cette session', en: 'This session' },
  seen: { fr: (when: string) => `Active ${when}`, en: (when: string) => `Active ${when}` },
  endSession: { fr: 'Fermer', en: 'End' },
  endSessionOf: {
    fr: (device: string) => `Fermer la session ${device}`,
    en: (device: string) => `End the session ${device}`,
  },
  sessionEnded: { fr: 'Session fermée', en: 'Session ended' },
  endOthers: { fr: 'Fermer toutes les autres', en: 'End all others' },
  othersEnded: { fr: 'Les autres sessions sont fermées', en: 'The other sessions have ended' },
  sessionEndFailed: { fr: 'La session n’a pas été fermée', en: 'The session was not ended' },
  onlyThisSession: {
    fr: 'Votre compte n’est ouvert qu’ici.',
    en: 'Your account is open nowhere else.',
  },
  signOutEverywhere: { fr: 'Se déconnecter partout', en: 'Log out everywhere' },
  signOutEverywhereTitle: { fr: 'Se déconnecter partout ?', en: 'Log out everywhere?' },
  signOutEverywhereText: {
    fr: 'Toutes les sessions se ferment, celle-ci comprise. Il faudra vous reconnecter sur chaque appareil.',
    en: 'All sessions end, this one included. You will have to log in again on each device.',
  },
  signOutError: { fr: 'Erreur de déconnexion', en: 'Sign-out error' },
  signOutFailed: {
    fr: 'Une erreur est survenue lors de la déconnexion',
    en: 'An error occurred while signing out',
  },

  identities: { fr: 'Comptes liés', en: 'Linked accounts' },
  identitiesLead: {
    fr: 'Les façons d’entrer dans ce compte.',
    en: 'The ways into this account.',
  },
  emailIdentity: { fr: 'Email et mot de passe', en: 'Email and password' },
  organisation: { fr: 'Connexion de votre organisation', en: 'Your organisation’s sign-in' },
  link: { fr: 'Lier', en: 'Link' },
  linkGoogle: { fr: 'Lier un compte Google', en: 'Link a Google account' },
  unlink: { fr: 'Délier', en: 'Unlink' },
  unlinkOf: { fr: (name: string) => `Délier ${name}`, en: (name: string) => `Unlink ${name}` },
  unlinkTitle: { fr: (name: string) => `Délier ${name} ?`, en: (name: string) => `Unlink ${name}?` },
  unlinkText: {
    fr: 'Vous ne pourrez plus entrer dans ce compte par là.',
    en: 'You will no longer be able to get into this account that way.',
  },
  unlinked: { fr: 'Compte délié', en: 'Account unlinked' },
  unlinkFailed: { fr: 'Le compte n’a pas été délié', en: 'The account was not unlinked' },
  linkFailed: { fr: 'Le compte n’a pas été lié', en: 'The account was not linked' },
  lastIdentity: {
    fr: 'C’est la seule façon d’entrer dans votre compte : elle ne peut pas être retirée.',
    en: 'It is the only way into your account, so it can’t be removed.',
  },
  notLinked: { fr: 'Non lié', en: 'Not linked' },

  deletion: { fr: 'Supprimer le compte', en: 'Delete the account' },
  deletionLead: {
    fr: 'Définitif dans les 24 heures ; annulable d’ici là.',
    en: 'Final within 24 hours; can be cancelled until then.',
  },
  deletionGoes: { fr: 'Ce qui part', en: 'What goes' },
  deletionGoesText: {
    fr: 'Votre profil, vos chatbots, leurs sources et fichiers, leurs conversations et leurs canaux. Vos chatbots cesseront de répondre à vos visiteurs.',
    en: 'Your profile, your chatbots, their sources and files, their conversations and channels. Your chatbots will stop answering your visitors.',
  },
  deletionStays: { fr: 'Ce qui reste', en: 'What stays' },
  deletionStaysText: {
    fr: 'Un numéro de compte qui ne nomme plus personne, pour que rien ne revienne d’une sauvegarde, et les factures chez le prestataire de paiement.',
    en: 'An account number that names nobody any more, so that nothing returns from a backup, and the invoices kept by the payment provider.',
  },
  deletionWhen: { fr: 'Quand', en: 'When' },
  deletionWhenText: {
    fr: 'Dans les 24 heures. Vous êtes déconnecté tout de suite et un email confirme la demande.',
    en: 'Within 24 hours. You are logged out at once and an email confirms the request.',
  },
  deletionCancel: { fr: 'Pour annuler', en: 'To cancel' },
  deletionCancelText: {
    fr: 'Reconnectez-vous avant ce délai : la demande tombe.',
    en: 'Log in again before then: the request lapses.',
  },
  deletionConfirm: {
    fr: 'Je comprends que mon compte et tout ce qu’il contient seront supprimés',
    en: 'I understand that my account and everything in it will be deleted',
  },
  deletionUnconfirmed: {
    fr: 'Cochez cette case pour confirmer la suppression',
    en: 'Tick this box to confirm the deletion',
  },
  deletionButton: { fr: 'Supprimer mon compte', en: 'Delete my account' },
  deletionRequested: { fr: 'Suppression demandée', en: 'Deletion requested' },
  deletionRequestedText: {
    fr: (moment: string) =>
      `Votre compte sera supprimé au plus tard le ${moment}. Un email vous le confirme. Reconnectez-vous avant pour annuler.`,
    en: (moment: string) =>
      `Your account will be deleted by ${moment}. An email confirms it. Log in before then to cancel.`,
  },
  deletionSignOut: { fr: 'Se déconnecter', en: 'Log out' },
  deletionFailed: { fr: 'La demande n’a pas été enregistrée', en: 'The request was not recorded' },
});
