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
  website: { fr: 'Site web', en: 'Website' },
  telegram: { fr: 'Telegram', en: 'Telegram' },
  whatsapp: { fr: 'WhatsApp', en: 'WhatsApp' },
  active: { fr: 'En ligne', en: 'Live' },
  paused: { fr: 'En pause', en: 'Paused' },
  error: { fr: 'Erreur', en: 'Error' },
  actionsOf: { fr: (name: string) => `Actions pour ${name}`, en: (name: string) => `Actions for ${name}` },
  openSources: { fr: 'Sources de données', en: 'Data sources' },
  integrate: { fr: 'Intégrer au site', en: 'Add to your site' },
  rename: { fr: 'Renommer', en: 'Rename' },
  pause: { fr: 'Mettre en pause', en: 'Pause' },
  resume: { fr: 'Remettre en ligne', en: 'Put back online' },
  delete: { fr: 'Supprimer', en: 'Delete' },
  loadFailed: { fr: 'Vos chatbots n’ont pas pu être chargés.', en: 'Your chatbots could not be loaded.' },
  emptyTitle: {
    fr: 'Vos chatbots apparaîtront ici. Le premier prend deux minutes.',
    en: 'Your chatbots will appear here. The first takes two minutes.',
  },
  noMatch: { fr: 'Aucun chatbot ne porte ce nom.', en: 'No chatbot has that name.' },
  limitReached: {
    fr: (max: number) => `Limite de ${max} chatbot${max > 1 ? 's' : ''} atteinte avec votre offre.`,
    en: (max: number) => `Your plan’s limit of ${max} chatbot${max > 1 ? 's' : ''} is reached.`,
  },

  createTitle: { fr: 'Créer un chatbot', en: 'Create a chatbot' },
  createDescription: {
    fr: 'Vous pourrez changer son nom à tout moment.',
    en: 'You can change its name at any time.',
  },
  namePlaceholder: { fr: 'Accueil de l’hôtel', en: 'Hotel front desk' },
  nameHelp: { fr: 'De 3 à 50 caractères', en: '3 to 50 characters' },
  nameRequired: { fr: 'Donnez-lui un nom.', en: 'Give it a name.' },
  nameShort: {
    fr: 'Le nom doit compter au moins 3 caractères.',
    en: 'The name needs at least 3 characters.',
  },
  nameLong: { fr: 'Le nom ne peut pas dépasser 50 caractères.', en: 'The name cannot exceed 50 characters.' },
  nameTaken: { fr: 'Ce nom de chatbot existe déjà.', en: 'This chatbot name already exists.' },
  created_: { fr: 'Chatbot créé.', en: 'Chatbot created.' },
  createFailed: { fr: 'Le chatbot n’a pas pu être créé.', en: 'The chatbot could not be created.' },

  renameTitle: { fr: 'Renommer le chatbot', en: 'Rename the chatbot' },
  save: { fr: 'Enregistrer', en: 'Save' },
  updateFailed: { fr: 'Le chatbot n’a pas pu être modifié.', en: 'The chatbot could not be changed.' },

  deleteTitle: { fr: (name: string) => `Supprimer « ${name} » ?`, en: (name: string) => `Delete “${name}”?` },
  deleteDescription: {
    fr: 'Ses sources, ses passages et ses conversations sont supprimés avec lui. Sur votre site, il cesse de répondre aussitôt.',
    en: 'Its sources, passages, and conversations are deleted with it. On your site it stops answering at once.',
  },
  deleted: { fr: (name: string) => `« ${name} » supprimé.`, en: (name: string) => `“${name}” deleted.` },
  deleteFailed: { fr: 'Le chatbot n’a pas pu être supprimé.', en: 'The chatbot could not be deleted.' },

  notFoundTitle: { fr: 'Ce chatbot est introuvable', en: 'This chatbot can’t be found' },
  notFound: {
    fr: 'Il a peut-être été supprimé, ou l’adresse est incomplète.',
    en: 'It may have been deleted, or the address is incomplete.',
  },
  backToList: { fr: 'Voir vos chatbots', en: 'See your chatbots' },

  snippetTitle: { fr: 'Sur votre site', en: 'On your site' },
  snippetHelp: {
    fr: 'Collez cette ligne avant la fin de la page, juste avant </body>. Le bouton du chatbot apparaît en bas de la page.',
    en: 'Paste this line at the end of the page, just before </body>. The chatbot’s button appears at the bottom of the page.',
  },
  frameTitle: { fr: 'Sans script', en: 'Without a script' },
  frameHelp: {
    fr: 'Si votre outil n’accepte pas de script, affichez le chatbot dans un cadre.',
    en: 'If your site builder takes no scripts, show the chatbot in a frame.',
  },
  copy: { fr: 'Copier', en: 'Copy' },
  copied: { fr: 'Copié.', en: 'Copied.' },
  copyFailed: {
    fr: 'La copie n’a pas marché. Sélectionnez le texte, puis copiez-le.',
    en: 'Copying did not work. Select the text and copy it.',
  },
  openTest: { fr: 'Ouvrir la page de test', en: 'Open the test page' },
  contactTitle: { fr: 'Quand il ne sait pas', en: 'When it doesn’t know' },
  contactLabel: { fr: 'Contact à proposer', en: 'Contact to offer' },
  contactHelp: {
    fr: 'Une adresse ou un numéro : le chatbot le donne quand vos sources n’ont pas la réponse.',
    en: 'An address or a number: the chatbot gives it when your sources don’t have the answer.',
  },
  contactPlaceholder: { fr: 'contact@exemple.fr', en: 'contact@example.com' },
  saved: { fr: 'Modifications enregistrées.', en: 'Changes saved.' },
  quoting: {
    fr: 'Aucun modèle n’est connecté : les réponses citent vos sources.',
    en: 'No model is connected, so answers quote your sources.',
  },
  generating: {
    fr: 'Un modèle est connecté : les réponses sont rédigées à partir de vos sources.',
    en: 'A model is connected: answers are written from your sources.',
  },
});
