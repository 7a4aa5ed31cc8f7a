import { defineTexts } from '@parlance/contract/i18n';

export const listTexts = defineTexts({
  title: { fr: 'Vos canaux', en: 'Your channels' },
  name: { fr: 'Nom', en: 'Name' },
  status: { fr: 'État', en: 'Status' },
  lastSeen: { fr: 'Dernière activité', en: 'Last activity' },
  neverSeen: { fr: 'Jamais vu sur un site', en: 'Never seen on a site' },
  neverWritten: { fr: 'Aucun message reçu', en: 'No message yet' },
  actions: { fr: 'Actions', en: 'Actions' },
  openPage: {
    fr: (name: string) => `Ouvrir la page publique de ${name}`,
    en: (name: string) => `Open the public page of ${name}`,
  },
  publicPage: { fr: 'Page publique', en: 'Public page' },
  details: { fr: 'Détails', en: 'Details' },
  detailsOf: { fr: (name: string) => `Détails de ${name}`, en: (name: string) => `Details of ${name}` },

  creating: { fr: 'Mise en place', en: 'Setting up' },
  failed: { fr: 'Interrompu', en: 'Stopped' },
  error: { fr: 'Erreur', en: 'Error' },
  warning: { fr: 'À vérifier', en: 'To check' },
  incomplete: { fr: 'À compléter', en: 'To complete' },
  paused: { fr: 'En pause', en: 'Paused' },
  toInstall: { fr: 'À installer', en: 'To install' },
  connected: { fr: 'Connecté', en: 'Connected' },

  seeSteps: { fr: 'Étapes', en: 'Steps' },
  stepsOf: { fr: (name: string) => `Étapes de ${name}`, en: (name: string) => `Steps of ${name}` },
  healthy: {
    fr: 'Tout va bien : les messages nous parviennent et les réponses partent.',
    en: 'All is well: messages reach us and answers leave.',
  },
  onHold: {
    fr: 'En pause\u00a0: le chatbot dit qu’il ne répond pas pour le moment, et garde ce qu’on lui écrit.',
    en: 'Paused: the chatbot says that it does not answer just now, and keeps what is written to it.',
  },
  unknownHealth: { fr: 'Pas encore vérifié.', en: 'Not checked yet.' },
  findings: { fr: 'Ce qu’il faut savoir', en: 'What to know' },
  account: { fr: 'Compte', en: 'Account' },
  lastEvent: { fr: 'Dernier message reçu', en: 'Last message received' },
  backlog: { fr: 'Messages en attente sur la plateforme', en: 'Messages waiting at the platform' },
  token: { fr: 'Jeton', en: 'Token' },
  tokenEnds: { fr: (last4: string) => `finit par « ${last4} »`, en: (last4: string) => `ends in “${last4}”` },
  tokenExpires: { fr: (date: string) => `expire le ${date}`, en: (date: string) => `expires on ${date}` },
  tokenLasts: { fr: 'sans date de fin connue', en: 'no known end' },
  checked: { fr: 'Dernière vérification', en: 'Last checked' },
  reconnect: { fr: 'Reconnecter', en: 'Reconnect' },
  reconnecting: { fr: 'Reconnexion en cours…', en: 'Reconnecting…' },
  reconnectFailed: { fr: 'La reconnexion a échoué.', en: 'It could not be reconnected.' },
  changeToken: { fr: 'Changer le jeton', en: 'Change the token' },
  changeCredentials: { fr: 'Changer les identifiants', en: 'Change the credentials' },
  changeNumber: { fr: 'Changer de numéro', en: 'Change the number' },
  changeNumberDescription: {
    fr: (name: string) =>
      `Pour « ${name} ». Les messages écrits au numéro actuel ne recevront plus de réponse de ce chatbot.`,
    en: (name: string) =>
      `For “${name}”. What is written to the present number will no longer be answered by this chatbot.`,
  },
  changeDescription: {
    fr: (name: string) => `Pour « ${name} ». Les nouveaux sont vérifiés avant de remplacer les anciens.`,
    en: (name: string) => `For “${name}”. New ones are verified before they replace the old ones.`,
  },
  changeTokenDescription: {
    fr: (name: string) => `Pour « ${name} ». Chez @BotFather : /mybots, votre bot, puis « API Token ».`,
    en: (name: string) => `For “${name}”. At @BotFather: /mybots, your bot, then “API Token”.`,
  },
  change: { fr: 'Changer', en: 'Change' },
  customise: { fr: 'Personnaliser', en: 'Customise' },
  openAt: {
    fr: (platform: string) => `Ouvrir dans ${platform}`,
    en: (platform: string) => `Open in ${platform}`,
  },
  loadFailed: { fr: 'Vos canaux n’ont pas pu être chargés.', en: 'Your channels could not be loaded.' },
});
