import { defineTexts } from '@parlance/contract/i18n';

/** Titles, sentences and actions of tips; those about a chatbot begin with its name. */
export const tipTexts = defineTexts({
  tip: { fr: 'Le saviez-vous\u202f?', en: 'Did you know?' },
  another: { fr: 'Autre conseil', en: 'Another tip' },

  noSource: {
    fr: (name: string) => `${name} attend sa première source`,
    en: (name: string) => `${name} is waiting for its first source`,
  },
  noSourceText: {
    fr: 'Un PDF, un tableau, une page de votre site\u00a0: il ne répond qu’à partir de ce que vous lui donnez.',
    en: 'A PDF, a spreadsheet, a page of your site: it answers only from what you give it.',
  },
  noSourceAction: { fr: 'Ajouter une source', en: 'Add a source' },
  failedSource: {
    fr: (name: string) => `${name} n’a pas pu tout lire`,
    en: (name: string) => `${name} could not read everything`,
  },
  failedSourceText: {
    fr: 'Sous chaque source en erreur, la cause est expliquée et un bouton relance la lecture.',
    en: 'Below each source that failed stands why, and a button that tries again.',
  },
  failedSourceAction: { fr: 'Voir les erreurs', en: 'See the errors' },
  untested: {
    fr: (name: string) => `Posez une question à ${name}`,
    en: (name: string) => `Ask ${name} something`,
  },
  untestedText: {
    fr: 'Vous voyez les passages retenus, et pourquoi. Vos essais n’entrent pas dans les conversations.',
    en: 'You see which passages were chosen, and why. Your tests stay out of the conversations.',
  },
  untestedAction: { fr: 'Essayer', en: 'Try it' },
  notInstalled: {
    fr: (name: string) => `${name} n’est pas encore sur votre site`,
    en: (name: string) => `${name} is not on your site yet`,
  },
  notInstalledText: {
    fr: 'Une ligne à coller suffit. Nous vous disons sur quelle page il a été vu.',
    en: 'One line to paste is enough. We tell you on which page it has been seen.',
  },
  notInstalledAction: { fr: 'Copier la ligne', en: 'Copy the line' },
  unanswered: { fr: 'Vos visiteurs ont demandé autre chose', en: 'Your visitors asked for more' },
  unansweredText: {
    fr: 'Une réponse que vous écrivez sert aussitôt, mot pour mot, à tous ceux qui demandent la même chose.',
    en: 'An answer that you write is used at once, word for word, for everybody who asks the same.',
  },
  unansweredAction: { fr: 'Ajouter les réponses', en: 'Add the answers' },
  noContact: {
    fr: (name: string) => `Donnez un contact à ${name}`,
    en: (name: string) => `Give ${name} a contact`,
  },
  noContactText: {
    fr: 'Quand vos sources ne disent rien, il le dit, et propose une adresse ou un numéro.',
    en: 'When your sources say nothing, it says so, and offers an address or a number.',
  },
  noContactAction: { fr: 'Ajouter un contact', en: 'Add a contact' },
  storageFilling: { fr: 'Votre stockage se remplit', en: 'Your storage is filling up' },
  storageFillingText: {
    fr: 'Relire une page ne coûte que ce qui a changé. Pour de nouvelles sources, comparez les offres.',
    en: 'Reading a page again costs only what has changed. For new sources, compare the plans.',
  },
  storageFillingAction: { fr: 'Comparer les offres', en: 'Compare the plans' },
  noChecks: {
    fr: (name: string) => `Vérifiez ${name} après chaque changement`,
    en: (name: string) => `Check ${name} after each change`,
  },
  noChecksText: {
    fr: 'Notez des questions et ce que leurs réponses doivent contenir\u00a0: un clic les repose toutes.',
    en: 'Note questions and what their answers must contain: one click asks them all again.',
  },
  noChecksAction: { fr: 'Ajouter une vérification', en: 'Add a check' },
  noCap: { fr: 'Un plafond protège vos autres chatbots', en: 'A cap protects your other chatbots' },
  noCapText: {
    fr: (name: string) =>
      `Avec un plafond par jour ou par mois, ${name} ne peut pas utiliser à lui seul les jetons de tous.`,
    en: (name: string) => `With a cap per day or month, ${name} cannot use up everybody’s tokens on its own.`,
  },
  noCapAction: { fr: 'Fixer un plafond', en: 'Set a cap' },
  noCrawl: { fr: 'Un plan du site suffit', en: 'One sitemap is enough' },
  noCrawlText: {
    fr: 'Collez l’adresse de votre sitemap\u00a0: chaque page devient une source, relue à votre demande.',
    en: 'Paste your sitemap’s address: each page becomes a source, read again whenever you ask.',
  },
  noCrawlAction: { fr: 'Ajouter un sitemap', en: 'Add a sitemap' },
  quoting: { fr: 'Écrivez comme on demande', en: 'Write as people ask' },
  quotingText: {
    fr: 'Sans modèle, une réponse est un extrait\u00a0: des titres clairs et des phrases entières se citent mieux.',
    en: 'Without a model an answer is an extract: clear headings and whole sentences are quoted best.',
  },
  citations: { fr: 'Des réponses qui se vérifient', en: 'Answers you can check' },
  citationsText: {
    fr: 'Chaque réponse cite sa page, sa feuille ou son paragraphe. Un clic sur le numéro ouvre le passage.',
    en: 'Each answer cites its page, sheet, or paragraph. A click on the number opens the passage.',
  },
});
