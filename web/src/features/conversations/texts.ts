import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Conversations', en: 'Conversations' },
  description: {
    fr: 'Ce que vos visiteurs demandent, et ce que vos chatbots répondent.',
    en: 'What your visitors ask, and what your chatbots answer.',
  },
  parts: { fr: 'Parties', en: 'Parts' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
  unanswered: { fr: 'Sans réponse', en: 'Unanswered' },
  checks: { fr: 'Vérifications', en: 'Checks' },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  allChatbots: { fr: 'Tous les chatbots', en: 'All chatbots' },
  chatbotsFailed: { fr: 'Vos chatbots n’ont pas pu être chargés.', en: 'Your chatbots could not be loaded.' },
  noChatbot: {
    fr: 'Créez un chatbot : ses conversations apparaîtront ici.',
    en: 'Create a chatbot: its conversations will appear here.',
  },
  createChatbot: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
  absentChatbot: { fr: 'Ce chatbot n’existe pas ou plus.', en: 'This chatbot does not exist, or no longer.' },
  showAll: { fr: 'Voir tous les chatbots', en: 'Show all chatbots' },

  emptyTitle: {
    fr: 'Les conversations de vos visiteurs apparaîtront ici, dès la première question.',
    en: 'Your visitors’ conversations will appear here, from the first question on.',
  },
  integrate: { fr: 'Installer le chatbot', en: 'Install the chatbot' },
  noUnanswered: {
    fr: 'Les questions restées sans réponse apparaîtront ici.',
    en: 'Questions left without an answer will appear here.',
  },
  noChecks: {
    fr: 'Vérifiez en un clic que votre chatbot répond toujours juste.',
    en: 'Check with one click that your chatbot still answers right.',
  },
  seeConversations: { fr: 'Voir les conversations', en: 'See conversations' },
});
