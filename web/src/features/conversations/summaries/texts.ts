import { defineTexts } from '@parlance/contract/i18n';

export const summaryTexts = defineTexts({
  create: { fr: 'Résumer une période', en: 'Summarise a period' },
  day: { fr: '24 heures', en: '24 hours' },
  week: { fr: '7 jours', en: '7 days' },
  month: { fr: '30 jours', en: '30 days' },
  conversations: {
    fr: (count: number, text: string) => (count > 1 ? `${text} conversations` : `${text} conversation`),
    en: (count: number, text: string) => (count === 1 ? `${text} conversation` : `${text} conversations`),
  },
  messages: {
    fr: (count: number, text: string) => (count > 1 ? `${text} messages` : `${text} message`),
    en: (count: number, text: string) => (count === 1 ? `${text} message` : `${text} messages`),
  },
  toRead: {
    fr: (conversations: string, messages: string) => `À lire\u00a0: ${conversations}, ${messages}.`,
    en: (conversations: string, messages: string) => `To read: ${conversations}, ${messages}.`,
  },
  cost: {
    fr: (tokens: string) => `Coût\u00a0: environ ${tokens} jetons de message.`,
    en: (tokens: string) => `Cost: about ${tokens} message tokens.`,
  },
  free: {
    fr: 'Sans modèle\u00a0: gratuit, à partir des chiffres et des questions.',
    en: 'Without a model: free, from figures and questions.',
  },
  nothing: {
    fr: 'Aucune conversation sur cette période\u00a0: il n’y a rien à résumer.',
    en: 'No conversation in this period: there is nothing to summarise.',
  },
  nothingYet: {
    fr: 'Dès les premières conversations, un résumé vous dira ce que vos visiteurs demandent et ce qui leur manque.',
    en: 'From the first conversations on, a summary will tell you what your visitors ask and what they miss.',
  },
  integrate: { fr: 'Installer le chatbot', en: 'Install the chatbot' },
  estimateFailed: { fr: 'Le coût n’a pas pu être estimé.', en: 'The cost could not be estimated.' },
  generate: { fr: 'Générer le résumé', en: 'Generate the summary' },
  createFailed: { fr: 'Le résumé n’a pas pu être lancé.', en: 'The summary could not be started.' },
  invitation: {
    fr: 'Ce que vos visiteurs demandent, ce qui reste sans réponse et ce qu’il faudrait ajouter, en une page.',
    en: 'What your visitors ask, what stays unanswered, and what to add, on one page.',
  },

  running: { fr: 'Résumé en cours', en: 'Summary under way' },
  waiting: { fr: 'Le résumé va commencer.', en: 'The summary is about to begin.' },
  read: {
    fr: (done: string, total: string) => `Conversations lues\u00a0: ${done} sur ${total}.`,
    en: (done: string, total: string) => `Conversations read: ${done} of ${total}.`,
  },
  elapsed: {
    fr: (seconds: string) => `${seconds}\u00a0s écoulées`,
    en: (seconds: string) => `${seconds} s elapsed`,
  },
  canLeave: {
    fr: 'Vous pouvez quitter cette page\u00a0: le résumé vous attendra ici.',
    en: 'You can leave this page: the summary will wait for you here.',
  },
  stop: { fr: 'Arrêter', en: 'Stop' },
  stopFailed: { fr: 'Le résumé n’a pas pu être arrêté.', en: 'The summary could not be stopped.' },
  ready: { fr: 'Le résumé est prêt.', en: 'The summary is ready.' },
  failed: {
    fr: 'Le résumé a échoué\u00a0: rien n’a été facturé.',
    en: 'The summary failed: nothing was charged.',
  },
  loadFailed: { fr: 'Les résumés n’ont pas pu être chargés.', en: 'The summaries could not be loaded.' },
  absent: { fr: 'Ce résumé n’existe plus.', en: 'This summary no longer exists.' },
  showLatest: { fr: 'Voir le dernier résumé', en: 'Show the latest summary' },

  titleOf: { fr: 'Résumé', en: 'Summary' },
  ofDay: { fr: 'Les dernières 24 heures', en: 'The last 24 hours' },
  ofWeek: { fr: 'Les 7 derniers jours', en: 'The last 7 days' },
  ofMonth: { fr: 'Les 30 derniers jours', en: 'The last 30 days' },
  span: {
    fr: (from: string, to: string) => `Du ${from} au ${to}`,
    en: (from: string, to: string) => `${from} to ${to}`,
  },
  drawnFrom: {
    fr: (conversations: string, messages: string) => `D’après ${conversations} et ${messages}.`,
    en: (conversations: string, messages: string) => `From ${conversations} and ${messages}.`,
  },
  generated: { fr: 'Écrit par le modèle', en: 'Written by the model' },
  generatedHelp: {
    fr: (tokens: string) =>
      `Les chiffres sont comptés, jamais écrits par le modèle. Coût\u00a0: ${tokens} jetons.`,
    en: (tokens: string) => `Figures are counted, never written by the model. Cost: ${tokens} tokens.`,
  },
  counted: { fr: 'Compté, sans modèle', en: 'Counted, without a model' },
  countedHelp: {
    fr: 'Établi à partir des chiffres et des questions de vos visiteurs. Gratuit.',
    en: 'Made of figures and of your visitors’ own questions. Free.',
  },
  copy: { fr: 'Copier', en: 'Copy' },
  copied: { fr: 'Résumé copié.', en: 'Summary copied.' },
  copyFailed: { fr: 'Votre navigateur n’a pas pu copier.', en: 'Your browser could not copy.' },
  delete: { fr: 'Supprimer le résumé', en: 'Delete the summary' },
  deleted: { fr: 'Résumé supprimé.', en: 'Summary deleted.' },
  deleteFailed: { fr: 'Le résumé n’a pas pu être supprimé.', en: 'The summary could not be deleted.' },

  themes: { fr: 'Ce que vos visiteurs demandent', en: 'What your visitors ask' },
  answered: { fr: 'Ce qui a trouvé réponse', en: 'What was answered well' },
  unanswered: { fr: 'Ce qui est resté sans réponse', en: 'What stayed unanswered' },
  missing: { fr: 'Ce qu’il faudrait ajouter', en: 'What to add' },
  tone: { fr: 'Le ton', en: 'Tone' },
  quoted: { fr: (text: string) => `«\u00a0${text}\u00a0»`, en: (text: string) => `“${text}”` },
  openConversation: {
    fr: (number: number, about: string) => `Conversation ${number}\u00a0: ${about}`,
    en: (number: number, about: string) => `Conversation ${number}: ${about}`,
  },
  open: { fr: 'Lire\u00a0:', en: 'Read:' },
  writeAnswer: { fr: 'Écrire la réponse', en: 'Write the answer' },
  seeUnanswered: { fr: 'Voir les questions sans réponse', en: 'See unanswered questions' },

  figuresOnly: {
    fr: 'Il n’en reste que des chiffres\u00a0: les conversations ont été supprimées depuis, ou ne demandaient rien.',
    en: 'Only figures are left: the conversations were deleted since, or asked nothing.',
  },
  figures: { fr: 'Chiffres', en: 'Figures' },
  answeredCount: { fr: 'Réponses données', en: 'Answers given' },
  unansweredCount: { fr: 'Sans réponse', en: 'Unanswered' },
  up: { fr: 'Jugées utiles', en: 'Rated helpful' },
  down: { fr: 'Jugées pas utiles', en: 'Rated unhelpful' },
  hours: { fr: 'Heures des questions', en: 'When visitors ask' },
  hour: { fr: 'Heure', en: 'Hour' },
  visitorMessages: { fr: 'Messages de visiteurs', en: 'Visitors’ messages' },
  atHour: {
    fr: (hour: number) => `${hour}\u00a0h`,
    en: (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}\u00a0${hour < 12 ? 'am' : 'pm'}`,
  },
  languages: { fr: 'Langues', en: 'Languages' },
  french: { fr: 'Français', en: 'French' },
  english: { fr: 'Anglais', en: 'English' },
  sources: { fr: 'Sources les plus citées', en: 'Most cited sources' },
  citedIn: {
    fr: (count: number, text: string) => (count > 1 ? `${text} réponses` : `${text} réponse`),
    en: (count: number, text: string) => (count === 1 ? `${text} answer` : `${text} answers`),
  },
  noSources: { fr: 'Aucune source citée.', en: 'No source was cited.' },

  earlier: { fr: 'Résumés précédents', en: 'Earlier summaries' },
  noEarlier: { fr: 'Vos résumés resteront ici.', en: 'Your summaries will be kept here.' },
  isRunning: { fr: 'En cours', en: 'Under way' },
  hasFailed: { fr: 'Échec', en: 'Failed' },
  deleteOf: {
    fr: (title: string) => `Supprimer le résumé\u00a0: ${title}`,
    en: (title: string) => `Delete the summary: ${title}`,
  },
  recent: { fr: 'Derniers messages', en: 'Recent messages' },
  noRecent: { fr: 'Aucun message pour l’instant.', en: 'No message so far.' },
  recentFailed: {
    fr: 'Les messages n’ont pas pu être chargés.',
    en: 'The messages could not be loaded.',
  },
  allConversations: { fr: 'Toutes les conversations', en: 'All conversations' },
});

/** The words for each period: what one chooses, and what a summary of it is headed by. */
export const periodWords = { '24h': 'day', '7d': 'week', '30d': 'month' } as const;
export const periodTitles = { '24h': 'ofDay', '7d': 'ofWeek', '30d': 'ofMonth' } as const;
