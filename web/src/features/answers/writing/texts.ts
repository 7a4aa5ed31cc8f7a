import { defineTexts } from '@parlance/contract/i18n';

export const writeTexts = defineTexts({
  writeTitle: { fr: 'Répondre à une question', en: 'Answer a question' },
  changeTitle: { fr: 'Modifier la réponse', en: 'Change the answer' },
  description: {
    fr: 'Votre réponse devient une source. Elle passe avant toutes les autres quand on pose cette question, même avec d’autres mots.',
    en: 'Your answer becomes a source. It goes before all others when this question is asked, also in other words.',
  },
  question: { fr: 'Question', en: 'Question' },
  answer: { fr: 'Votre réponse', en: 'Your answer' },
  length: {
    fr: (length: string, most: string) => `${length} / ${most}`,
    en: (length: string, most: string) => `${length} / ${most}`,
  },
  cost: {
    fr: (tokens: string, count: number) => `Coûte ${tokens} ${count > 1 ? 'jetons' : 'jeton'} de stockage.`,
    en: (tokens: string, count: number) => `Costs ${tokens} storage ${count === 1 ? 'token' : 'tokens'}.`,
  },
  left: {
    fr: (tokens: string) => `Il vous en reste ${tokens}.`,
    en: (tokens: string) => `You have ${tokens} left.`,
  },
  questionMissing: { fr: 'Écrivez la question.', en: 'Write the question.' },
  answerMissing: { fr: 'Écrivez la réponse.', en: 'Write the answer.' },
  tooLong: {
    fr: (most: string) => `Pas plus de ${most} caractères.`,
    en: (most: string) => `No more than ${most} characters.`,
  },
  save: { fr: 'Enregistrer la réponse', en: 'Save the answer' },
  saved: {
    fr: 'Réponse enregistrée : votre chatbot s’en sert dès maintenant.',
    en: 'Answer saved: your chatbot uses it from now on.',
  },
  saveFailed: { fr: 'La réponse n’a pas été enregistrée.', en: 'The answer was not saved.' },
  reopen: { fr: 'Reprendre', en: 'Reopen' },
  loadFailed: { fr: 'La réponse n’a pas pu être chargée.', en: 'The answer could not be loaded.' },
});
