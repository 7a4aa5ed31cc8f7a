import { defineTexts } from '@parlance/contract/i18n';

export const selectionTexts = defineTexts({
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
  nothingRead: { fr: 'Aucune source lue', en: 'No source read yet' },
  lastSynced: { fr: (ago: string) => `Synchronisé ${ago}`, en: (ago: string) => `Synced ${ago}` },
  noChatbotMatches: { fr: 'Aucun chatbot ne correspond.', en: 'No chatbot matches.' },
  selectionEmpty: {
    fr: 'Créez d’abord un chatbot : ses sources viendront ici.',
    en: 'Create a chatbot first: its sources will come here.',
  },
});
