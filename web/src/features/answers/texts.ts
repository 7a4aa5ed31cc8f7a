import { defineTexts } from '@parlance/contract/i18n';

/** Texts around an answer that the chatbot's owner has asked for. */
export const answerTexts = defineTexts({
  you: { fr: 'Vous', en: 'You' },
  charged: {
    fr: 'Un test coûte autant de jetons qu’une réponse. Il ne compte pas parmi les conversations.',
    en: 'A test costs as many tokens as an answer. It does not count among the conversations.',
  },
  question: { fr: 'Posez une question', en: 'Ask a question' },
  send: { fr: 'Envoyer', en: 'Send' },
  stop: { fr: 'Arrêter', en: 'Stop' },
  /** The question in full that a follow-up was taken for. */
  understoodAs: {
    fr: (question: string) => `Compris comme\u00a0: «\u00a0${question}\u00a0»`,
    en: (question: string) => `Understood as: “${question}”`,
  },
  searching: { fr: 'Recherche dans les sources…', en: 'Searching the sources…' },
  stopped: { fr: 'Réponse arrêtée.', en: 'Answer stopped.' },
  again: { fr: 'Reposer la question', en: 'Ask again' },
  table: { fr: 'Tableau', en: 'Table' },
  failed: { fr: 'Pas de réponse.', en: 'No answer.' },
  cut: {
    fr: 'La réponse s’est interrompue. Vérifiez votre connexion, puis reposez la question.',
    en: 'The answer broke off. Check your connection and ask again.',
  },
  generated: { fr: 'Réponse rédigée à partir de vos sources', en: 'Written from your sources' },
  quoted: { fr: 'Citations de vos sources', en: 'Quoted from your sources' },
  unanswered: {
    fr: 'Sans réponse : rien dans vos sources ne répond assez sûrement',
    en: 'Unanswered: nothing in your sources answers surely enough',
  },
  /** Why an answer quotes where a model would have written it. */
  quota: {
    fr: 'Vos jetons de message sont épuisés\u00a0: le chatbot cite vos sources, comme pour vos visiteurs.',
    en: 'Your message tokens are used up: the chatbot quotes your sources, as it does for your visitors.',
  },
  daily_cap: {
    fr: 'La limite du jour de ce chatbot est atteinte\u00a0: il cite vos sources.',
    en: 'This chatbot’s cap of the day is reached: it quotes your sources.',
  },
  monthly_cap: {
    fr: 'La limite du mois de ce chatbot est atteinte\u00a0: il cite vos sources.',
    en: 'This chatbot’s cap of the month is reached: it quotes your sources.',
  },
  provider: {
    fr: 'Le modèle de langage n’a pas répondu jusqu’au bout\u00a0: le chatbot cite vos sources.',
    en: 'The language model did not answer to the end: the chatbot quotes your sources.',
  },
  smallTalk: { fr: 'Politesse, sans recherche', en: 'Small talk, without a search' },
  offers: { fr: 'Proposé au visiteur', en: 'Offered to the visitor' },
  offered: {
    fr: (list: string) => `Proposé à la place\u00a0: ${list}`,
    en: (list: string) => `Offered instead: ${list}`,
  },
  offer: {
    fr: (subject: string) => `«\u00a0${subject}\u00a0»`,
    en: (subject: string) => `“${subject}”`,
  },
  tokens: {
    fr: (text: string, count: number) => `${text} jeton${count > 1 ? 's' : ''}`,
    en: (text: string, count: number) => `${text} token${count === 1 ? '' : 's'}`,
  },
  seconds: { fr: (seconds: string) => `${seconds} s`, en: (seconds: string) => `${seconds} s` },
  /** A passage's place in its source. */
  page: { fr: (page: number) => `page ${page}`, en: (page: number) => `page ${page}` },
  pages: {
    fr: (first: number, last: number) => `pages ${first}–${last}`,
    en: (first: number, last: number) => `pages ${first}–${last}`,
  },
  row: { fr: (row: number) => `ligne ${row}`, en: (row: number) => `row ${row}` },
  rows: {
    fr: (first: number, last: number) => `lignes ${first}–${last}`,
    en: (first: number, last: number) => `rows ${first}–${last}`,
  },
  sheet: { fr: (sheet: string) => `feuille ${sheet}`, en: (sheet: string) => `sheet ${sheet}` },
  used: { fr: (number: number) => `Source ${number}`, en: (number: number) => `Source ${number}` },
  citation: {
    fr: (number: number, name: string) => `Source ${number} : ${name}`,
    en: (number: number, name: string) => `Source ${number}: ${name}`,
  },
  citationElsewhere: {
    fr: (number: number, name: string) => `Source ${number} : ${name} (nouvel onglet)`,
    en: (number: number, name: string) => `Source ${number}: ${name} (new tab)`,
  },
});
