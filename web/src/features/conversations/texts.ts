import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Conversations', en: 'Conversations' },
  description: {
    fr: 'Ce que vos visiteurs demandent, et ce que vos chatbots répondent.',
    en: 'What your visitors ask, and what your chatbots answer.',
  },
  parts: { fr: 'Parties', en: 'Parts' },
  summary: { fr: 'Résumé', en: 'Summary' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
  unanswered: { fr: 'Sans réponse', en: 'Unanswered' },
  checks: { fr: 'Vérifications', en: 'Checks' },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  allChatbots: { fr: 'Tous les chatbots', en: 'All chatbots' },
  chatbotsFailed: { fr: 'Vos chatbots n’ont pas pu être chargés.', en: 'Your chatbots could not be loaded.' },
  noChatbot: {
    fr: 'Créez un chatbot\u00a0: ses conversations apparaîtront ici.',
    en: 'Create a chatbot: its conversations will appear here.',
  },
  absentChatbot: { fr: 'Ce chatbot n’existe pas ou plus.', en: 'This chatbot does not exist, or no longer.' },
  showAll: { fr: 'Voir tous les chatbots', en: 'Show all chatbots' },

  emptyTitle: {
    fr: 'Les conversations de vos visiteurs apparaîtront ici, dès la première question.',
    en: 'Your visitors’ conversations will appear here, from the first question on.',
  },
  integrate: { fr: 'Installer le chatbot', en: 'Install the chatbot' },
  seeChannel: { fr: 'Voir son canal', en: 'See its channel' },
  noUnanswered: {
    fr: 'Les questions restées sans réponse apparaîtront ici.',
    en: 'Questions left without an answer will appear here.',
  },
  seeConversations: { fr: 'Voir les conversations', en: 'See conversations' },

  caption: { fr: 'Conversations, les plus récentes d’abord', en: 'Conversations, the latest first' },
  question: { fr: 'Question', en: 'Question' },
  channel: { fr: 'Canal', en: 'Channel' },
  anyChannel: { fr: 'Tous les canaux', en: 'All channels' },
  language: { fr: 'Langue', en: 'Language' },
  french: { fr: 'Français', en: 'French' },
  english: { fr: 'Anglais', en: 'English' },
  messages: { fr: 'Messages', en: 'Messages' },
  messageCount: {
    fr: (count: string, isOne: boolean) => (isOne ? 'un message' : `${count} messages`),
    en: (count: string, isOne: boolean) => (isOne ? 'one message' : `${count} messages`),
  },
  feedback: { fr: 'Avis', en: 'Feedback' },
  anyFeedbackOrNone: { fr: 'Avec ou sans avis', en: 'Rated or not' },
  anyFeedback: { fr: 'Avec un avis', en: 'Rated' },
  queued: { fr: 'En cours d’envoi', en: 'Being sent' },
  sent: { fr: 'Envoyé', en: 'Sent' },
  delivered: { fr: 'Distribué', en: 'Delivered' },
  read: { fr: 'Lu', en: 'Read' },
  failed: { fr: 'Non remis', en: 'Not delivered' },
  up: { fr: 'Utile', en: 'Helpful' },
  down: { fr: 'Pas utile', en: 'Not helpful' },
  upCount: {
    fr: (count: string) => `Réponses utiles\u00a0: ${count}`,
    en: (count: string) => `Helpful answers: ${count}`,
  },
  downCount: {
    fr: (count: string) => `Réponses pas utiles\u00a0: ${count}`,
    en: (count: string) => `Unhelpful answers: ${count}`,
  },
  unansweredCount: {
    fr: (count: string) => `Questions sans réponse\u00a0: ${count}`,
    en: (count: string) => `Unanswered questions: ${count}`,
  },
  lastMessage: { fr: 'Dernier message', en: 'Last message' },
  period: { fr: 'Période', en: 'Period' },
  anyPeriod: { fr: 'Depuis toujours', en: 'All time' },
  day: { fr: '24 heures', en: '24 hours' },
  week: { fr: '7 jours', en: '7 days' },
  month: { fr: '30 jours', en: '30 days' },
  days: { fr: 'Entre deux dates', en: 'Between two dates' },
  from: { fr: 'du', en: 'from' },
  to: { fr: 'au', en: 'to' },
  search: { fr: 'Chercher dans les messages', en: 'Search messages' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  onlyUnanswered: { fr: 'Sans réponse', en: 'Unanswered' },
  oneVisitor: { fr: 'Un seul visiteur', en: 'One visitor' },
  clearFilters: { fr: 'Effacer les filtres', en: 'Clear filters' },
  exportCsv: { fr: 'Exporter en CSV', en: 'Export CSV' },
  exportFailed: { fr: 'L’export a échoué.', en: 'The export failed.' },
  loadFailed: {
    fr: 'Les conversations n’ont pas pu être chargées.',
    en: 'The conversations could not be loaded.',
  },
  noMatch: { fr: 'Aucune conversation ne correspond.', en: 'No conversation matches.' },
  newConversations: {
    fr: (count: number) => (count > 1 ? `${count} nouvelles conversations` : 'Une nouvelle conversation'),
    en: (count: number) => (count > 1 ? `${count} new conversations` : 'One new conversation'),
  },
  newMessages: { fr: 'Nouveaux messages', en: 'New messages' },

  conversation: { fr: 'Conversation', en: 'Conversation' },
  visitor: { fr: 'Visiteur', en: 'Visitor' },
  conversationWith: {
    fr: (name: string) => `Conversation avec ${name}`,
    en: (name: string) => `Conversation with ${name}`,
  },
  websiteVisitor: {
    fr: 'Nom donné par votre site, non vérifié',
    en: 'Name given by your website, unchecked',
  },
  apiVisitor: {
    fr: 'Nom donné par votre programme, non vérifié',
    en: 'Name given by your program, unchecked',
  },
  cameBy: {
    fr: (origin: string) => `venu par le lien « ${origin} »`,
    en: (origin: string) => `came by the link “${origin}”`,
  },
  telegramVisitor: {
    fr: 'Nom choisi par la personne sur Telegram',
    en: 'Name that the person chose on Telegram',
  },
  whatsappVisitor: {
    fr: 'Nom choisi par la personne sur WhatsApp',
    en: 'Name that the person chose on WhatsApp',
  },
  back: { fr: 'Toutes les conversations', en: 'All conversations' },
  transcriptFailed: {
    fr: 'La conversation n’a pas pu être chargée.',
    en: 'The conversation could not be loaded.',
  },
  absent: { fr: 'Cette conversation n’existe plus.', en: 'This conversation no longer exists.' },
  absentHelp: {
    fr: 'Elle a été supprimée, par vous, par le visiteur ou au terme de sa durée de conservation.',
    en: 'It was deleted by you, by the visitor, or at the end of its retention period.',
  },
  earlier: { fr: 'Messages précédents', en: 'Earlier messages' },
  delete: { fr: 'Supprimer la conversation', en: 'Delete conversation' },
  deleted: { fr: 'Conversation supprimée.', en: 'Conversation deleted.' },
  deleteFailed: {
    fr: 'La conversation n’a pas pu être supprimée.',
    en: 'The conversation could not be deleted.',
  },
  passages: {
    fr: (used: number, others: number) =>
      [
        used > 0 ? `${used} ${used > 1 ? 'passages utilisés' : 'passage utilisé'}` : '',
        others > 0 ? `${others} ${others > 1 ? 'passages écartés' : 'passage écarté'}` : '',
      ]
        .filter(Boolean)
        .join(', '),
    en: (used: number, others: number) =>
      [
        used > 0 ? `${used} ${used > 1 ? 'passages' : 'passage'} used` : '',
        others > 0 ? `${others} left aside` : '',
      ]
        .filter(Boolean)
        .join(', '),
  },
  passageGone: {
    fr: 'Ce passage n’est plus dans vos sources.',
    en: 'This passage is no longer in your sources.',
  },
  improve: { fr: 'Améliorer cette réponse', en: 'Improve this answer' },
  answerThis: { fr: 'Répondre à cette question', en: 'Answer this question' },
});
