import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  greeting: {
    fr: (name: string) => `Bonjour ${name}`.trim(),
    en: (name: string) => `Hello ${name}`.trim(),
  },
  firstChatbot: {
    fr: 'Votre premier chatbot prend deux minutes.',
    en: 'Your first chatbot takes two minutes.',
  },
  summary: {
    fr: (chatbots: number, limit: string) =>
      `${chatbots} chatbot${chatbots > 1 ? 's' : ''} à votre service${limit === '' ? '' : ` sur ${limit}`}.`,
    en: (chatbots: number, limit: string) =>
      `${chatbots} ${limit === '' ? '' : `of ${limit} `}chatbot${(limit || String(chatbots)) === '1' ? '' : 's'} at work for you.`,
  },
  create: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
  loadFailed: { fr: 'Le tableau de bord n’a pas pu être chargé.', en: 'The dashboard could not be loaded.' },

  startTitle: { fr: 'Pour commencer', en: 'Getting started' },
  stepCreate: { fr: 'Créez un chatbot', en: 'Create a chatbot' },
  stepCreateHelp: {
    fr: 'Donnez-lui un nom : c’est tout ce qu’il lui faut.',
    en: 'Give it a name: that is all it needs.',
  },
  stepSource: { fr: 'Ajoutez une source', en: 'Add a source' },
  stepSourceHelp: {
    fr: 'Un PDF, un tableau, une page de votre site : il répond à partir d’elle.',
    en: 'A PDF, a spreadsheet, a page of your site: it answers from that.',
  },
  stepAsk: { fr: 'Posez une question', en: 'Ask a question' },
  stepAskHelp: {
    fr: 'Sur la page de test, puis sur votre site, avec une ligne à coller.',
    en: 'On the test page, then on your site, with one line to paste.',
  },
  addSource: { fr: 'Ajouter une source', en: 'Add a source' },
  openTest: { fr: 'Ouvrir la page de test', en: 'Open the test page' },
  done: { fr: 'Fait', en: 'Done' },

  messageTokens: { fr: 'Jetons de message', en: 'Message tokens' },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  left: { fr: 'Restent', en: 'Left' },
  exchanges: { fr: 'Échanges', en: 'Exchanges' },
  renews: { fr: 'Renouvelé', en: 'Renews' },
  chatbots: { fr: 'Chatbots', en: 'Chatbots' },
  used: { fr: 'Utilisés', en: 'Used' },
  unlimited: { fr: 'illimité', en: 'unlimited' },
  usedOf: {
    fr: (used: string, limit: string) => `${used} sur ${limit}`,
    en: (used: string, limit: string) => `${used} used of ${limit}`,
  },
  atHand: { fr: 'à utiliser', en: 'at hand' },

  unansweredTitle: { fr: 'Questions sans réponse', en: 'Unanswered questions' },
  addAnswers: { fr: 'Ajouter les réponses', en: 'Add the answers' },
  askedTimes: {
    fr: (count: number) => `posée ${count} fois`,
    en: (count: number) => `asked ${count === 1 ? 'once' : `${count} times`}`,
  },

  usageTitle: { fr: 'Consommation, 30 jours', en: 'Usage, 30 days' },
  chartLabel: { fr: 'Jetons par jour', en: 'Tokens per day' },
  day: { fr: 'Jour', en: 'Day' },
  overview: { fr: 'Ensemble', en: 'Overview' },
  byChatbot: { fr: 'Par chatbot', en: 'By chatbot' },
  byChatbotLabel: { fr: 'Jetons par chatbot, 30 jours', en: 'Tokens by chatbot, 30 days' },
  usageEmpty: {
    fr: 'La courbe commence avec votre première source et la première question posée.',
    en: 'The curve begins with your first source and the first question asked.',
  },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  messages: { fr: 'Messages', en: 'Messages' },
  storage: { fr: 'Stockage', en: 'Storage' },
  answers: { fr: 'Réponses', en: 'Answers' },
  perAnswer: { fr: 'Par réponse', en: 'Per answer' },
  unassigned: { fr: 'Sans chatbot', en: 'Unassigned' },
  deletedChatbot: {
    fr: (name: string) => `${name} (supprimé)`,
    en: (name: string) => `${name} (deleted)`,
  },
  answered: {
    fr: (count: number, text: string) => `${text} réponse${count > 1 ? 's' : ''}`,
    en: (count: number, text: string) => `${text} answer${count === 1 ? '' : 's'}`,
  },
  stored: {
    fr: (tokens: string) => `${tokens} jetons de stockage`,
    en: (tokens: string) => `${tokens} storage tokens`,
  },
  tokens: { fr: (count: string) => `${count} jetons`, en: (count: string) => `${count} tokens` },
  costTitle: { fr: 'Coût d’une réponse', en: 'Cost of an answer' },
  costEmpty: {
    fr: 'Dès qu’un visiteur aura posé une question, vous verrez ici ce qu’une réponse coûte en moyenne.',
    en: 'Once a visitor has asked a question, you see here what an answer costs on average.',
  },

  activityTitle: { fr: 'Activité récente', en: 'Recent activity' },
  seeAll: { fr: 'Tout voir', en: 'See all' },
  activityEmpty: {
    fr: 'Les lectures, les questions et les erreurs apparaîtront ici.',
    en: 'Readings, questions, and errors will appear here.',
  },
  sourceReady: { fr: (name: string) => `${name} est prêt`, en: (name: string) => `${name} is ready` },
  sourceError: {
    fr: (name: string) => `${name} n’a pas pu être lu`,
    en: (name: string) => `${name} could not be read`,
  },
  conversation: { fr: (text: string) => `« ${text} »`, en: (text: string) => `“${text}”` },
  chatbotCreated: { fr: (name: string) => `${name} créé`, en: (name: string) => `${name} created` },
  on: { fr: (name: string) => `sur ${name}`, en: (name: string) => `on ${name}` },

  quotedTitle: { fr: 'Réponses citées', en: 'Quoted answers' },
  quoted: {
    fr: 'Aucun modèle n’est connecté : les réponses citent vos sources.',
    en: 'No model is connected, so answers quote your sources.',
  },
});
