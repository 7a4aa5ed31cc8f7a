import type { Bucket, TokenType } from '@parlance/contract/endpoints/usage';
import { defineTexts, type Texts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Audit des jetons', en: 'Token audit' },
  description: {
    fr: 'Chaque jeton compté, et ce qu’il a payé.',
    en: 'Every token counted, and what it paid for.',
  },
  zone: {
    fr: (zone: string) => `Dates et heures : ${zone}.`,
    en: (zone: string) => `Dates and times: ${zone}.`,
  },
  exportCsv: { fr: 'Exporter en CSV', en: 'Export as CSV' },
  exportFailed: { fr: 'L’export a échoué.', en: 'The export failed.' },
  loadFailed: { fr: 'La consommation n’a pas pu être chargée.', en: 'Usage could not be loaded.' },
  journalFailed: { fr: 'Le journal n’a pas pu être chargé.', en: 'The journal could not be loaded.' },

  filters: { fr: 'Filtres', en: 'Filters' },
  period: { fr: 'Période', en: 'Period' },
  '24h': { fr: '24 heures', en: '24 hours' },
  '7d': { fr: '7 jours', en: '7 days' },
  '1m': { fr: '1 mois', en: '1 month' },
  '6m': { fr: '6 mois', en: '6 months' },
  '1y': { fr: '1 an', en: '1 year' },
  days: { fr: 'Entre deux dates', en: 'Between two dates' },
  from: { fr: 'Du', en: 'From' },
  to: { fr: 'Au', en: 'To' },
  tooLong: {
    fr: 'Une période compte cinq ans au plus : rapprochez les deux dates.',
    en: 'A period has five years at most: bring the two dates closer.',
  },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  anyChatbot: { fr: 'Tous les chatbots', en: 'All chatbots' },
  unassigned: { fr: 'Non attribué', en: 'Unassigned' },
  deleted: { fr: (name: string) => `${name} (supprimé)`, en: (name: string) => `${name} (deleted)` },
  otherChatbot: { fr: 'Un autre chatbot', en: 'Another chatbot' },
  type: { fr: 'Type', en: 'Type' },
  anyType: { fr: 'Tous les types', en: 'All types' },
  operation: { fr: 'Opération', en: 'Operation' },
  anyOperation: { fr: 'Toutes les opérations', en: 'All operations' },
  clearFilters: { fr: 'Effacer les filtres', en: 'Clear filters' },

  summary: { fr: 'Synthèse', en: 'Summary' },
  per: { fr: 'Additionner par', en: 'Add up by' },
  hour: { fr: 'Heure', en: 'Hour' },
  day: { fr: 'Jour', en: 'Day' },
  month: { fr: 'Mois', en: 'Month' },
  total: { fr: 'Jetons', en: 'Tokens' },
  entries: { fr: 'Opérations', en: 'Operations' },
  none: { fr: 'aucun', en: 'none' },

  history: { fr: 'Historique', en: 'History' },
  drawnAs: { fr: 'Tracé', en: 'Drawn as' },
  bars: { fr: 'Barres', en: 'Bars' },
  lines: { fr: 'Courbes', en: 'Lines' },
  byChatbot: { fr: 'Par chatbot', en: 'By chatbot' },
  byOperation: { fr: 'Par opération', en: 'By operation' },
  byType: { fr: 'Par type', en: 'By type' },

  journal: { fr: 'Journal', en: 'Journal' },
  date: { fr: 'Date', en: 'Date' },
  tokens: { fr: 'Jetons', en: 'Tokens' },
  sort: { fr: 'Trier', en: 'Sort' },
  newestFirst: { fr: 'Les plus récents d’abord', en: 'Newest first' },
  oldestFirst: { fr: 'Les plus anciens d’abord', en: 'Oldest first' },
  mostFirst: { fr: 'Le plus de jetons d’abord', en: 'Most tokens first' },
  leastFirst: { fr: 'Le moins de jetons d’abord', en: 'Fewest tokens first' },
  newEntries: { fr: 'Nouvelles opérations', en: 'New operations' },
  noMatch: {
    fr: 'Aucune opération ne correspond à ces filtres.',
    en: 'No operation matches these filters.',
  },
  noneYet: {
    fr: 'Chaque réponse et chaque source lue apparaîtra ici, jeton par jeton.',
    en: 'Every answer and every source read will appear here, token by token.',
  },
  showYear: { fr: 'Voir toute une année', en: 'Show a whole year' },

  entryFailed: { fr: 'Le détail n’a pas pu être chargé.', en: 'The details could not be loaded.' },
  paidFor: { fr: 'Ce qui a été payé', en: 'What it paid for' },
  sum: { fr: 'Total', en: 'Total' },
  noParts: {
    fr: 'Le partage de cette opération n’a pas été noté.',
    en: 'How this operation splits up was not recorded.',
  },
  source: {
    fr: (name: string, version: string) => `Source : ${name}, version ${version}`,
    en: (name: string, version: string) => `Source: ${name}, version ${version}`,
  },
  /** Pages of one site that were read, and charged, together. */
  others: {
    fr: (count: number, formatted: string) =>
      count === 1 ? 'Et une autre page du même site.' : `Et ${formatted} autres pages du même site.`,
    en: (count: number, formatted: string) =>
      count === 1 ? 'And another page of the same site.' : `And ${formatted} other pages of the same site.`,
  },
  conversationsCount: {
    fr: (count: string) => `Conversations résumées : ${count}`,
    en: (count: string) => `Conversations summarised: ${count}`,
  },
  model: {
    fr: (name: string, factor: string) => `Modèle : ${name}, dont chaque jeton compte ${factor} fois`,
    en: (name: string, factor: string) => `Model: ${name}, each of whose tokens counts ${factor} times`,
  },
  openConversation: { fr: 'Ouvrir la conversation', en: 'Open the conversation' },
  openSource: { fr: 'Ouvrir la source', en: 'Open the source' },
});

export const seriesTexts = defineTexts({
  message: { fr: 'Jetons de message', en: 'Message tokens' },
  storage: { fr: 'Jetons de stockage', en: 'Storage tokens' },
} satisfies Texts & Record<TokenType, unknown>);

export const averageTexts = defineTexts({
  hour: { fr: 'Moyenne par heure', en: 'Average per hour' },
  day: { fr: 'Moyenne par jour', en: 'Average per day' },
  month: { fr: 'Moyenne par mois', en: 'Average per month' },
} satisfies Texts & Record<Bucket, unknown>);

export const peakTexts = defineTexts({
  hour: { fr: 'Maximum par heure', en: 'Peak per hour' },
  day: { fr: 'Maximum par jour', en: 'Peak per day' },
  month: { fr: 'Maximum par mois', en: 'Peak per month' },
} satisfies Texts & Record<Bucket, unknown>);
