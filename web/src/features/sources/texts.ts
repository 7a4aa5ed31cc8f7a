import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Sources de données', en: 'Data sources' },
  connected: { fr: 'Connecté', en: 'Connected' },
  disconnected: { fr: 'Déconnecté', en: 'Disconnected' },
  upload: { fr: 'Déposer des fichiers', en: 'Upload files' },
  addUrls: { fr: 'Ajouter des URL', en: 'Add URLs' },
  test: { fr: 'Tester le chatbot', en: 'Test the chatbot' },
  files: { fr: 'Fichiers', en: 'Files' },
  urls: { fr: 'URL', en: 'URLs' },
  passages: { fr: 'Passages', en: 'Passages' },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  kinds: { fr: 'Sortes de sources', en: 'Kinds of sources' },
  search: { fr: 'Chercher une source', en: 'Search sources' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  status: { fr: 'Statut', en: 'Status' },
  anyStatus: { fr: 'Tous les statuts', en: 'All statuses' },
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
  takesMinutes: { fr: 'Prend quelques minutes', en: 'Takes a few minutes' },
  retry: { fr: 'Réessayer', en: 'Retry' },
  support: {
    fr: 'Si l’erreur revient, écrivez au support.',
    en: 'If the error comes back, contact support.',
  },
  statusCode: {
    fr: (code: number) => `Réponse du site : ${code}.`,
    en: (code: number) => `The site answered ${code}.`,
  },
  crawlerRule: {
    fr: 'Robot à autoriser : ParlanceBot.',
    en: 'Crawler to allow: ParlanceBot.',
  },

  seePassages: { fr: 'Voir les passages', en: 'See passages' },
  sync: { fr: 'Synchroniser', en: 'Sync now' },
  download: { fr: 'Télécharger', en: 'Download' },
  open: { fr: 'Ouvrir la page', en: 'Open the page' },
  delete: { fr: 'Supprimer', en: 'Delete' },
  deleted: { fr: 'Source supprimée.', en: 'Source deleted.' },
  deletedElsewhere: {
    fr: (name: string) => `« ${name} » a été supprimée.`,
    en: (name: string) => `“${name}” was deleted.`,
  },
  deleteFailed: { fr: 'La source n’a pas pu être supprimée.', en: 'The source could not be deleted.' },
  syncStarted: { fr: 'Nouvelle lecture lancée.', en: 'Reading again.' },
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
  noMatch: { fr: 'Aucune source ne correspond.', en: 'No source matches.' },
  dropTitle: {
    fr: 'Déposez vos fichiers n’importe où sur cette page',
    en: 'Drop your files anywhere on this page',
  },
  dropHelp: {
    fr: 'PDF, TXT, DOCX, XLSX, CSV, 50 Mo au plus chacun',
    en: 'PDF, TXT, DOCX, XLSX, CSV, 50 MB each at most',
  },
  dropHere: { fr: 'Lâchez pour ajouter', en: 'Release to add' },

  sending: { fr: 'Envois', en: 'Uploads' },
  sendingFile: { fr: (name: string) => `Envoi de ${name}`, en: (name: string) => `Uploading ${name}` },
  cancelUpload: {
    fr: (name: string) => `Annuler l’envoi de ${name}`,
    en: (name: string) => `Cancel the upload of ${name}`,
  },
  dismiss: {
    fr: (name: string) => `Retirer ${name} de la liste`,
    en: (name: string) => `Remove ${name} from the list`,
  },
  waiting: { fr: 'En attente d’envoi', en: 'Waiting to upload' },
  tooLarge: {
    fr: 'Ce fichier dépasse 50 Mo. Divisez-le, puis réessayez.',
    en: 'This file is over 50 MB. Split it and try again.',
  },
  unsupported: {
    fr: 'Ce type de fichier n’est pas pris en charge. Déposez un PDF, TXT, DOCX, XLSX ou CSV.',
    en: 'This file type is not supported. Upload a PDF, TXT, DOCX, XLSX or CSV.',
  },
  someRefused: {
    fr: 'Certains fichiers ne sont pas pris en charge ou sont trop volumineux.',
    en: 'Some files are unsupported or too large.',
  },
  clearList: { fr: 'Vider la liste', en: 'Clear the list' },

  addUrlsTitle: { fr: 'Ajouter des pages web', en: 'Add web pages' },
  addUrlsDescription: {
    fr: 'Chaque page devient une source que le chatbot lit et cite.',
    en: 'Each page becomes a source that the chatbot reads and cites.',
  },
  addresses: { fr: 'Adresses, une par ligne', en: 'Addresses, one per line' },
  addressesExample: { fr: 'https://www.exemple.fr/tarifs', en: 'https://www.example.com/prices' },
  addressRequired: { fr: 'Indiquez au moins une adresse valable.', en: 'Enter at least one valid address.' },
  tooMany: {
    fr: (max: number) => `${max} adresses au plus à la fois.`,
    en: (max: number) => `${max} addresses at a time at most.`,
  },
  add: { fr: 'Ajouter', en: 'Add' },
  added: {
    fr: (count: number) => (count > 1 ? `${count} pages ajoutées.` : 'Page ajoutée.'),
    en: (count: number) => (count > 1 ? `${count} pages added.` : 'Page added.'),
  },
  refusedUrls: {
    fr: (urls: string) => `Adresses refusées : ${urls}`,
    en: (urls: string) => `Refused addresses: ${urls}`,
  },

  passagesTitle: { fr: (name: string) => `Passages de ${name}`, en: (name: string) => `Passages of ${name}` },
  passagesHelp: {
    fr: 'Ce que le chatbot a lu, dans l’ordre du document.',
    en: 'What the chatbot has read, in the document’s order.',
  },
  searchPassages: { fr: 'Chercher dans les passages', en: 'Search passages' },
  page: { fr: (page: number) => `page ${page}`, en: (page: number) => `page ${page}` },
  row: { fr: (row: number) => `ligne ${row}`, en: (row: number) => `row ${row}` },
  sheet: { fr: (sheet: string) => `feuille ${sheet}`, en: (sheet: string) => `sheet ${sheet}` },
  noPassage: { fr: 'Aucun passage ne correspond.', en: 'No passage matches.' },

  firstReady: {
    fr: (count: number) =>
      count > 1
        ? `${count} fichiers prêts. Posez-leur une question.`
        : 'Un fichier est prêt. Posez-lui une question.',
    en: (count: number) =>
      count > 1 ? `${count} files ready. Ask them something.` : 'One file is ready. Ask it something.',
  },

  selectionTitle: { fr: 'Sources de données', en: 'Data sources' },
  selectionDescription: {
    fr: 'Choisissez le chatbot que vous voulez nourrir.',
    en: 'Choose the chatbot you want to feed.',
  },
  selectionFailed: {
    fr: 'Vos chatbots n’ont pas pu être chargés.',
    en: 'Your chatbots could not be loaded.',
  },
  searchChatbot: { fr: 'Chercher un chatbot', en: 'Search chatbots' },
  selectionEmpty: {
    fr: 'Créez d’abord un chatbot : ses sources viendront ici.',
    en: 'Create a chatbot first: its sources will come here.',
  },
  toChatbots: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
});
