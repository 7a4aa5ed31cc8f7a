import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Sources de données', en: 'Data sources' },
  connected: { fr: 'Connecté', en: 'Connected' },
  disconnected: { fr: 'Déconnecté', en: 'Disconnected' },
  queue: {
    fr: (waiting: string, count: number) => `${waiting} ${count > 1 ? 'sources' : 'source'} en attente`,
    en: (waiting: string, count: number) => `${waiting} ${count > 1 ? 'sources' : 'source'} waiting`,
  },
  read: {
    fr: (read: string, count: number) => `${read} ${count > 1 ? 'sources lues' : 'source lue'}`,
    en: (read: string, count: number) => `${read} ${count === 1 ? 'source' : 'sources'} read`,
  },
  noneYet: { fr: 'Aucune source pour l’instant', en: 'No source yet' },
  inError: {
    fr: (failed: string) => `${failed} en erreur`,
    en: (failed: string) => `${failed} in error`,
  },
  minutesLeft: {
    fr: (minutes: string, count: number) =>
      count === 0 ? 'encore moins d’une minute' : `encore ${minutes} min environ`,
    en: (minutes: string, count: number) =>
      count === 0 ? 'less than a minute left' : `about ${minutes} min left`,
  },
  hoursLeft: {
    fr: (hours: string) => `encore ${hours} h environ`,
    en: (hours: string) => `about ${hours} hr left`,
  },
  takesMinutes: { fr: 'prend quelques minutes', en: 'takes a few minutes' },
  upload: { fr: 'Déposer des fichiers', en: 'Upload files' },
  addUrls: { fr: 'Ajouter des URL', en: 'Add URLs' },
  test: { fr: 'Tester le chatbot', en: 'Test the chatbot' },
  files: { fr: 'Fichiers', en: 'Files' },
  urls: { fr: 'URL', en: 'URLs' },
  answers: { fr: 'Réponses écrites', en: 'Written answers' },
  writeAnswer: { fr: 'Écrire une réponse', en: 'Write an answer' },
  changeAnswer: { fr: 'Modifier la réponse', en: 'Change the answer' },
  passages: { fr: 'Passages', en: 'Passages' },
  passagesHelp: {
    fr: 'Les extraits où il cherche ses réponses',
    en: 'The excerpts that it looks for answers in',
  },
  storageTokensHelp: {
    fr: 'Votre texte, compté une fois, à la lecture',
    en: 'Your text, counted once, when it is read',
  },
  added: { fr: 'Ajouté', en: 'Uploaded' },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  kinds: { fr: 'Sortes de sources', en: 'Kinds of sources' },
  search: { fr: 'Chercher une source', en: 'Search sources' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  status: { fr: 'Statut', en: 'Status' },
  anyStatus: { fr: 'Tous les statuts', en: 'All statuses' },
  sort: { fr: 'Trier', en: 'Sort' },
  newestFirst: { fr: 'Ajoutées récemment', en: 'Recently added' },
  oldestFirst: { fr: 'Ajoutées il y a longtemps', en: 'Added long ago' },
  lastSyncedFirst: { fr: 'Synchronisées récemment', en: 'Recently synced' },
  longUnsyncedFirst: { fr: 'Synchronisées il y a longtemps', en: 'Synced long ago' },
  byName: { fr: 'Nom, de A à Z', en: 'Name, A to Z' },
  byNameDown: { fr: 'Nom, de Z à A', en: 'Name, Z to A' },
  largestFirst: { fr: 'Les plus lourdes', en: 'Largest' },
  mostPassagesFirst: { fr: 'Le plus de passages', en: 'Most passages' },
  mostTokensFirst: { fr: 'Le plus de jetons', en: 'Most tokens' },
  caption: { fr: 'Sources de ce chatbot', en: 'Sources of this chatbot' },
  name: { fr: 'Nom', en: 'Name' },
  tokens: { fr: 'Jetons', en: 'Tokens' },
  synced: { fr: 'Synchronisé', en: 'Synced' },
  actions: { fr: 'Actions', en: 'Actions' },
  actionsOf: { fr: (name: string) => `Actions pour ${name}`, en: (name: string) => `Actions for ${name}` },

  pending: { fr: 'En attente', en: 'Waiting' },
  processing: { fr: 'Lecture', en: 'Reading' },
  processed: { fr: 'Cherchable par mots', en: 'Searchable by words' },
  ready: { fr: 'Prêt', en: 'Ready' },
  error: { fr: 'Erreur', en: 'Error' },
  progress: { fr: (name: string) => `Lecture de ${name}`, en: (name: string) => `Reading ${name}` },
  retry: { fr: 'Réessayer', en: 'Retry' },
  /** The sentence where the operator has given no address. */
  supportUnnamed: {
    fr: 'Si l’erreur revient, contactez la personne qui gère ce serveur.',
    en: 'If the error comes back, contact the person who runs this server.',
  },
  support: {
    fr: 'Si l’erreur revient, écrivez au support.',
    en: 'If the error comes back, contact support.',
  },
  blockedTitle: {
    fr: 'Lecture bloquée par un service de protection contre les robots.',
    en: 'Reading is blocked by a bot-protection service.',
  },
  blockedAdvice: {
    fr: (code: number | undefined) =>
      `Le site refuse notre robot${code === undefined ? '' : ` (${code})`}. Autorisez-le, puis relancez.`,
    en: (code: number | undefined) =>
      `The site blocks our crawler${code === undefined ? '' : ` (${code})`}. Allow it, then retry.`,
  },
  ruleToAllow: { fr: 'Règle à autoriser :', en: 'Rule to allow:' },
  copyRule: { fr: 'Copier la règle', en: 'Copy the rule' },
  copied: { fr: 'Copié', en: 'Copied' },
  requiresSignIn: { fr: 'Connexion requise', en: 'Sign-in required' },
  takeNew: { fr: 'Prendre la nouvelle version', en: 'Take the new version' },
  keep: { fr: 'Garder', en: 'Keep' },
  statusCode: {
    fr: (code: number) => `Réponse du site : ${code}`,
    en: (code: number) => `The site answered ${code}`,
  },

  seePassages: { fr: 'Voir les passages', en: 'See passages' },
  sync: { fr: 'Synchroniser', en: 'Sync now' },
  download: { fr: 'Télécharger', en: 'Download' },
  open: { fr: 'Ouvrir la page', en: 'Open the page' },
  schedule: { fr: 'Synchronisation automatique', en: 'Automatic sync' },
  never: { fr: 'Jamais', en: 'Never' },
  daily: { fr: 'Chaque jour', en: 'Daily' },
  weekly: { fr: 'Chaque semaine', en: 'Weekly' },
  ignoreHeader: { fr: 'Ignorer l’en-tête', en: 'Ignore the header' },
  ignoreFooter: { fr: 'Ignorer le pied de page', en: 'Ignore the footer' },
  changeFailed: { fr: 'Le réglage n’a pas pu être enregistré.', en: 'The setting could not be saved.' },

  selection: { fr: 'Sélection', en: 'Selection' },
  selectShown: { fr: 'Sélectionner les sources affichées', en: 'Select the sources shown' },
  selectOne: { fr: (name: string) => `Sélectionner ${name}`, en: (name: string) => `Select ${name}` },
  syncedMany: {
    fr: (figure: string, count: number) =>
      count > 1 ? `${figure} sources seront relues.` : 'Une source sera relue.',
    en: (figure: string, count: number) =>
      count > 1 ? `${figure} sources will be read again.` : 'One source will be read again.',
  },
  deletedMany: {
    fr: (figure: string) => `${figure} sources supprimées.`,
    en: (figure: string) => `${figure} sources deleted.`,
  },
  deletedManyElsewhere: {
    fr: (figure: string) => `${figure} sources ont été supprimées.`,
    en: (figure: string) => `${figure} sources were deleted.`,
  },
  deleteManyFailed: {
    fr: 'Les sources n’ont pas pu être supprimées.',
    en: 'The sources could not be deleted.',
  },

  delete: { fr: 'Supprimer', en: 'Delete' },
  deleted: { fr: 'Source supprimée.', en: 'Source deleted.' },
  deletedElsewhere: {
    fr: (name: string) => `« ${name} » a été supprimée.`,
    en: (name: string) => `“${name}” was deleted.`,
  },
  deleteFailed: { fr: 'La source n’a pas pu être supprimée.', en: 'The source could not be deleted.' },
  syncFailed: { fr: 'La synchronisation n’a pas pu démarrer.', en: 'The sync could not start.' },
  downloadFailed: { fr: 'Le fichier n’a pas pu être téléchargé.', en: 'The file could not be downloaded.' },
  loadFailed: { fr: 'Les sources n’ont pas pu être chargées.', en: 'The sources could not be loaded.' },

  emptyFiles: {
    fr: 'Déposez vos fichiers : votre chatbot répond à partir de ce qu’ils disent.',
    en: 'Upload your files: your chatbot answers from what they say.',
  },
  emptyUrls: {
    fr: 'Ajoutez une page de votre site : votre chatbot la lit et la cite.',
    en: 'Add a page of your site: your chatbot reads and cites it.',
  },
  emptyAnswers: {
    fr: 'Répondez vous-même à une question : votre réponse passe avant toutes les autres sources.',
    en: 'Answer a question yourself: your answer goes before all other sources.',
  },
  noMatch: { fr: 'Aucune source ne correspond.', en: 'No source matches.' },
  clearFilters: { fr: 'Effacer les filtres', en: 'Clear filters' },
  dropTitle: {
    fr: 'Déposez vos fichiers n’importe où sur cette page',
    en: 'Drop your files anywhere on this page',
  },
  dropHelp: {
    fr: 'PDF, TXT, DOCX, XLSX, CSV, 50 Mo au plus chacun',
    en: 'PDF, TXT, DOCX, XLSX, CSV, 50 MB each at most',
  },
  dropHere: { fr: 'Lâchez pour ajouter', en: 'Release to add' },

  someRefused: {
    fr: 'Certains fichiers ne sont pas pris en charge ou sont trop volumineux.',
    en: 'Some files are unsupported or too large.',
  },

  quotaReached: { fr: 'Quota de stockage atteint.', en: 'Storage quota reached.' },
  quotaAdvice: {
    fr: 'Changez d’offre, puis réessayez.',
    en: 'Upgrade your plan, then try again.',
  },

  firstReady: {
    fr: (count: number) =>
      count > 1
        ? `${count} fichiers prêts. Posez-leur une question.`
        : 'Un fichier est prêt. Posez-lui une question.',
    en: (count: number) =>
      count > 1 ? `${count} files ready. Ask them something.` : 'One file is ready. Ask it something.',
  },
});
