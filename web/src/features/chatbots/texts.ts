import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Chatbots', en: 'Chatbots' },
  description: {
    fr: 'Chacun a ses sources, son ton et sa place sur votre site.',
    en: 'Each has its sources, its tone, and its place on your site.',
  },
  create: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
  search: { fr: 'Chercher un chatbot', en: 'Search chatbots' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  caption: { fr: 'Vos chatbots', en: 'Your chatbots' },
  name: { fr: 'Nom', en: 'Name' },
  platform: { fr: 'Plateforme', en: 'Platform' },
  created: { fr: 'Créé', en: 'Created' },
  lastSync: { fr: 'Synchronisé', en: 'Last sync' },
  never: { fr: 'Jamais', en: 'Never' },
  actions: { fr: 'Actions', en: 'Actions' },
  active: { fr: 'En ligne', en: 'Live' },
  paused: { fr: 'En pause', en: 'Paused' },
  error: { fr: 'Erreur', en: 'Error' },
  initializing: { fr: 'Initialisation', en: 'Initialising' },
  errorUnknown: {
    fr: 'Il ne peut pas répondre pour l’instant.',
    en: 'It cannot answer at the moment.',
  },
  seeChannel: { fr: 'Voir le canal', en: 'See the channel' },
  actionsOf: { fr: (name: string) => `Actions pour ${name}`, en: (name: string) => `Actions for ${name}` },
  openSources: { fr: 'Sources de données', en: 'Data sources' },
  customise: { fr: 'Personnaliser', en: 'Customise' },
  testPage: { fr: 'Page de test', en: 'Test page' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
  edit: { fr: 'Modifier le nom', en: 'Edit the name' },
  duplicate: { fr: 'Dupliquer', en: 'Duplicate' },
  transfer: { fr: 'Transférer', en: 'Transfer' },
  transfers: { fr: 'Transferts', en: 'Transfers' },
  pause: { fr: 'Mettre en pause', en: 'Pause' },
  resume: { fr: 'Remettre en ligne', en: 'Put back online' },
  delete: { fr: 'Supprimer', en: 'Delete' },
  loadFailed: { fr: 'Vos chatbots n’ont pas pu être chargés.', en: 'Your chatbots could not be loaded.' },
  oneLoadFailed: { fr: 'Ce chatbot n’a pas pu être chargé.', en: 'This chatbot could not be loaded.' },
  noticeRead: { fr: 'Compris', en: 'Got it' },
  noticeReadOf: {
    fr: (name: string) => `Compris, pour ${name}`,
    en: (name: string) => `Got it, for ${name}`,
  },
  noticeStays: {
    fr: 'L’avertissement n’a pas pu être retiré.',
    en: 'The warning could not be put away.',
  },
  emptyTitle: {
    fr: 'Vos chatbots apparaîtront ici. Le premier prend deux minutes.',
    en: 'Your chatbots will appear here. The first takes two minutes.',
  },
  emptyText: {
    fr: 'Donnez-lui un nom, puis ajoutez vos documents ou vos pages : il répond avec eux.',
    en: 'Give it a name, then add your documents or pages: it answers from them.',
  },
  noMatch: { fr: 'Aucun chatbot ne correspond.', en: 'No chatbot matches.' },
  clearFilters: { fr: 'Effacer les filtres', en: 'Clear filters' },
  anyPlatform: { fr: 'Toutes les plateformes', en: 'All platforms' },
  sort: { fr: 'Trier', en: 'Sort' },
  byName: { fr: 'Nom, de A à Z', en: 'Name, A to Z' },
  byNameDown: { fr: 'Nom, de Z à A', en: 'Name, Z to A' },
  byPlatform: { fr: 'Plateforme', en: 'Platform' },
  byPlatformDown: { fr: 'Plateforme, ordre inverse', en: 'Platform, reversed' },
  newestFirst: { fr: 'Les plus récents d’abord', en: 'Newest first' },
  oldestFirst: { fr: 'Les plus anciens d’abord', en: 'Oldest first' },
  lastSyncedFirst: { fr: 'Derniers synchronisés d’abord', en: 'Last synced first' },
  longUnsyncedFirst: {
    fr: 'Jamais ou anciennement synchronisés d’abord',
    en: 'Never or long ago synced first',
  },
  pauseFailed: {
    fr: (name: string) => `« ${name} » n’a pas pu être mis en pause. Il répond toujours.`,
    en: (name: string) => `“${name}” could not be paused. It still answers.`,
  },
  resumeFailed: {
    fr: (name: string) => `« ${name} » n’a pas pu être remis en ligne. Il reste en pause.`,
    en: (name: string) => `“${name}” could not be put back online. It stays paused.`,
  },
  pausedByPlan: {
    fr: 'Votre offre permet moins de chatbots : celui-ci est en pause. Il n’a rien perdu et reprend de lui-même dès qu’il y a de la place.',
    en: 'Your plan allows fewer chatbots, so this one is paused. It has lost nothing and resumes by itself as soon as there is room.',
  },
  limitReached: {
    fr: (max: number) =>
      `La limite de ${max} chatbot${max > 1 ? 's' : ''} de votre offre est atteinte. Supprimez-en un pour en créer un autre, ou passez à une offre supérieure.`,
    en: (max: number) =>
      `Your plan’s limit of ${max} chatbot${max === 1 ? '' : 's'} is reached. Delete one to create another, or move to a larger plan.`,
  },

  createTitle: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
  namePlaceholder: { fr: 'Accueil de l’hôtel', en: 'Hotel front desk' },
  nameHelp: { fr: 'De 3 à 50 caractères', en: '3 to 50 characters' },
  nameRequired: { fr: 'Donnez-lui un nom.', en: 'Give it a name.' },
  nameShort: {
    fr: 'Le nom doit compter au moins 3 caractères.',
    en: 'The name needs at least 3 characters.',
  },
  nameLong: { fr: 'Le nom ne peut pas dépasser 50 caractères.', en: 'The name cannot exceed 50 characters.' },
  nameTaken: { fr: 'Ce nom de chatbot existe déjà.', en: 'This chatbot name already exists.' },

  notFoundTitle: { fr: 'Ce chatbot est introuvable', en: 'This chatbot can’t be found' },
  notFound: {
    fr: 'Il a peut-être été supprimé, ou l’adresse est incomplète.',
    en: 'It may have been deleted, or the address is incomplete.',
  },
  deletedTitle: { fr: 'Ce chatbot a été supprimé', en: 'This chatbot was deleted' },
  deletedElsewhere: {
    fr: (name: string) =>
      `« ${name} » a été supprimé dans une autre fenêtre, avec ses sources et ses conversations.`,
    en: (name: string) => `“${name}” was deleted in another window, with its sources and conversations.`,
  },
  backToList: { fr: 'Voir vos chatbots', en: 'See your chatbots' },
});
