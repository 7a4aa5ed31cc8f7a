import { defineTexts } from '@parlance/contract/i18n';

export const unansweredTexts = defineTexts({
  list: { fr: 'Questions sans réponse', en: 'Questions without an answer' },
  intro: {
    fr: 'Les plus posées d’abord ; celles qui veulent dire la même chose n’en font qu’une.',
    en: 'The most asked first; those that mean the same are one.',
  },
  asked: {
    fr: (times: string, count: number) => (count === 1 ? 'Posée une fois' : `Posée ${times} fois`),
    en: (times: string, count: number) => (count === 1 ? 'Asked once' : `Asked ${times} times`),
  },
  last: { fr: (ago: string) => `la dernière : ${ago}`, en: (ago: string) => `the latest: ${ago}` },
  examples: { fr: 'Aussi posée ainsi :', en: 'Also asked as:' },
  answer: { fr: 'Répondre', en: 'Answer this' },
  seeConversation: { fr: 'Voir la conversation', en: 'See the conversation' },
  dismiss: { fr: 'Écarter la question', en: 'Dismiss the question' },
  dismissed: { fr: 'Question écartée', en: 'Question dismissed' },
  dismissFailed: { fr: 'La question n’a pas été écartée.', en: 'The question was not dismissed.' },
  loadFailed: {
    fr: 'Les questions sans réponse n’ont pas pu être chargées.',
    en: 'The unanswered questions could not be loaded.',
  },
  notWhole: {
    fr: 'Il y en a d’autres : elles viendront ici à mesure que vous répondez.',
    en: 'There are more: they come up here as you answer.',
  },
});
