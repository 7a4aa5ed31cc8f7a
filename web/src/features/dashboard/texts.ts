import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  greeting: {
    fr: (name: string) => `Bonjour ${name}`.trim(),
    en: (name: string) => `Hello ${name}`.trim(),
  },
  summary: {
    fr: (chatbots: number) =>
      chatbots === 0
        ? 'Votre premier chatbot prend deux minutes.'
        : `${chatbots} chatbot${chatbots > 1 ? 's' : ''} à votre service.`,
    en: (chatbots: number) =>
      chatbots === 0
        ? 'Your first chatbot takes two minutes.'
        : `${chatbots} chatbot${chatbots > 1 ? 's' : ''} at work for you.`,
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
    fr: (used: string, limit: string) => `${used} utilisés sur ${limit}`,
    en: (used: string, limit: string) => `${used} used of ${limit}`,
  },
  alert: {
    fr: (percent: string, kind: string) => `${percent} de vos ${kind.toLowerCase()} sont utilisés.`,
    en: (percent: string, kind: string) => `${percent} of your ${kind.toLowerCase()} are used.`,
  },
  exceeded: {
    fr: (kind: string) => `Il ne vous reste plus assez de ${kind.toLowerCase()}.`,
    en: (kind: string) => `You have too few ${kind.toLowerCase()} left.`,
  },

  usageTitle: { fr: 'Consommation, 30 jours', en: 'Usage, 30 days' },
  chartLabel: { fr: 'Jetons par jour', en: 'Tokens per day' },
  day: { fr: 'Jour', en: 'Day' },

  activityTitle: { fr: 'Activité récente', en: 'Recent activity' },
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

  tip: { fr: 'Le saviez-vous ?', en: 'Did you know?' },
  tipTitle: { fr: 'Des réponses qui se vérifient', en: 'Answers you can check' },
  tipText: {
    fr: 'Chaque réponse cite sa page, sa feuille ou son paragraphe. Un clic sur le numéro ouvre le passage.',
    en: 'Each answer cites its page, sheet, or paragraph. A click on the number opens the passage.',
  },
  quotedTitle: { fr: 'Réponses citées', en: 'Quoted answers' },
  quoted: {
    fr: 'Aucun modèle n’est connecté : les réponses citent vos sources.',
    en: 'No model is connected, so answers quote your sources.',
  },
});
