import { defineTexts } from '@parlance/contract/i18n';

/** Texts of the checks: questions with what their answers must contain. */
export const checkTexts = defineTexts({
  emptyTitle: {
    fr: 'Vérifiez en un clic que votre chatbot répond toujours juste.',
    en: 'Check with one click that your chatbot still answers right.',
  },
  emptyText: {
    fr: 'Notez une question et ce que la réponse doit contenir : un prix, un horaire, une adresse. Relancez après chaque changement.',
    en: 'Write down a question and what its answer must contain: a price, an hour, an address. Run again after each change.',
  },
  fromSuggestions: { fr: 'Partir d’une question suggérée', en: 'Start from a suggested question' },
  add: { fr: 'Ajouter une vérification', en: 'Add a check' },
  checks: { fr: 'Vérifications', en: 'Checks' },
  loadFailed: {
    fr: 'Les vérifications n’ont pas pu être chargées.',
    en: 'The checks could not be loaded.',
  },
  limitReached: {
    fr: (max: number) => `${max} vérifications au plus.`,
    en: (max: number) => `${max} checks at most.`,
  },

  runAll: { fr: 'Tout vérifier', en: 'Run all' },
  costKnown: {
    fr: (count: string, tokens: string) =>
      `${count} : environ ${tokens} jetons, d’après la dernière fois. Chaque réponse est facturée comme un test.`,
    en: (count: string, tokens: string) =>
      `${count}: about ${tokens} tokens, going by last time. Each answer is charged as a test.`,
  },
  costUnknown: {
    fr: (count: string) => `${count}. Chaque réponse est facturée comme un test.`,
    en: (count: string) => `${count}. Each answer is charged as a test.`,
  },
  questions: {
    fr: (count: number, shown: string) => (count > 1 ? `${shown} questions` : `${shown} question`),
    en: (count: number, shown: string) => (count === 1 ? `${shown} question` : `${shown} questions`),
  },
  runFailed: {
    fr: 'La vérification n’a pas pu commencer.',
    en: 'The checks could not be run.',
  },
  running: { fr: 'Vérification en cours', en: 'Checking' },
  runningText: {
    fr: (done: string, total: string) => `Questions posées : ${done} sur ${total}.`,
    en: (done: string, total: string) => `Questions asked: ${done} of ${total}.`,
  },
  stop: { fr: 'Arrêter', en: 'Stop' },
  stopFailed: {
    fr: 'La vérification n’a pas pu être arrêtée.',
    en: 'The run could not be stopped.',
  },
  canLeave: { fr: 'Vous pouvez quitter cette page.', en: 'You can leave this page.' },

  result: { fr: 'Résultat', en: 'Result' },
  run: { fr: 'Vérification du', en: 'Run of' },
  runOption: {
    fr: (moment: string, passed: string, total: string) => `${moment} · ${passed} sur ${total}`,
    en: (moment: string, passed: string, total: string) => `${moment} · ${passed} of ${total}`,
  },
  holding: {
    fr: (passed: number, total: number) =>
      passed === total
        ? total > 1
          ? `Les ${total} réponses sont justes.`
          : 'La réponse est juste.'
        : passed > 1
          ? `${passed} réponses justes sur ${total}.`
          : passed === 1
            ? `Une réponse juste sur ${total}.`
            : total > 1
              ? `Aucune des ${total} réponses n’est juste.`
              : 'La réponse n’est pas juste.',
    en: (passed: number, total: number) =>
      passed === total
        ? total > 1
          ? `All ${total} answers hold.`
          : 'The answer holds.'
        : total === 1
          ? 'The answer does not hold.'
          : `${passed} of ${total} answers ${passed === 1 ? 'holds' : 'hold'}.`,
  },
  broke: {
    fr: (count: number) =>
      count > 1
        ? `${count} ne le sont plus depuis la fois précédente.`
        : 'Une ne l’est plus depuis la fois précédente.',
    en: (count: number) =>
      count > 1 ? `${count} broke since the time before.` : 'One broke since the time before.',
  },
  mendedSome: {
    fr: (count: number) => (count > 1 ? `${count} le sont de nouveau.` : 'Une l’est de nouveau.'),
    en: (count: number) => (count > 1 ? `${count} are right again.` : 'One is right again.'),
  },
  nothingBroke: {
    fr: 'Rien n’a changé depuis la fois précédente.',
    en: 'Nothing changed since the time before.',
  },
  spent: { fr: (tokens: string) => `${tokens} jetons.`, en: (tokens: string) => `${tokens} tokens.` },
  endedEarly: {
    fr: (done: string, total: string) => `Arrêtée avant la fin ; questions posées : ${done} sur ${total}.`,
    en: (done: string, total: string) => `Ended early; questions asked: ${done} of ${total}.`,
  },
  resultFailed: { fr: 'Ce résultat n’a pas pu être chargé.', en: 'This result could not be loaded.' },

  broken: { fr: 'N’est plus juste', en: 'Broke' },
  failing: { fr: 'Pas juste', en: 'Fails' },
  mended: { fr: 'De nouveau juste', en: 'Right again' },
  holds: { fr: 'Juste', en: 'Holds' },
  notYet: { fr: 'Pas encore vérifiée', en: 'Not checked yet' },
  otherwise: { fr: 'Réponse différente', en: 'Different answer' },
  missing: { fr: 'Absent de la réponse', en: 'Missing from the answer' },
  answerNow: { fr: 'Réponse', en: 'Answer' },
  answerNewer: { fr: 'Cette fois', en: 'This time' },
  answerBefore: { fr: 'La fois précédente', en: 'The time before' },
  differenceMarked: { fr: 'Ce qui diffère est souligné.', en: 'What differs is underlined.' },

  mustContain: { fr: 'Doit contenir', en: 'Must contain' },
  edit: { fr: 'Modifier', en: 'Edit' },
  delete: { fr: 'Supprimer', en: 'Delete' },
  actionsOf: {
    fr: (question: string) => `Actions pour « ${question} »`,
    en: (question: string) => `Actions for “${question}”`,
  },
  deleted: { fr: 'Vérification supprimée.', en: 'Check deleted.' },
  deleteFailed: {
    fr: 'La vérification n’a pas pu être supprimée.',
    en: 'The check could not be deleted.',
  },

  addTitle: { fr: 'Ajouter une vérification', en: 'Add a check' },
  editTitle: { fr: 'Modifier la vérification', en: 'Edit the check' },
  question: { fr: 'Question', en: 'Question' },
  questionPlaceholder: {
    fr: 'Combien coûte une nuit de parking ?',
    en: 'How much is parking for a night?',
  },
  questionRequired: { fr: 'Écrivez la question.', en: 'Write the question.' },
  contains: { fr: 'La réponse doit contenir', en: 'The answer must contain' },
  containsHelp: {
    fr: 'Chaque texte doit s’y trouver. La casse, les accents et les espaces ne comptent pas ; les nombres sont pris entiers.',
    en: 'Each text has to be there. Case, accents, and spaces don’t count; numbers are taken whole.',
  },
  containsPlaceholder: { fr: '12 €', en: '€12' },
  containsRequired: {
    fr: 'Ajoutez au moins un texte que la réponse doit contenir.',
    en: 'Add at least one text that the answer must contain.',
  },
  addText: { fr: 'Ajouter ce texte', en: 'Add this text' },
  removeText: { fr: (text: string) => `Retirer « ${text} »`, en: (text: string) => `Remove “${text}”` },
  save: { fr: 'Enregistrer', en: 'Save' },
  saveFailed: {
    fr: 'La vérification n’a pas pu être enregistrée.',
    en: 'The check could not be saved.',
  },
  added: { fr: 'Vérification ajoutée.', en: 'Check added.' },
  changed: { fr: 'Vérification modifiée.', en: 'Check changed.' },
});
