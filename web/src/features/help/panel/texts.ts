import { defineTexts } from '@parlance/contract/i18n';

export const panelTexts = defineTexts({
  title: { fr: (page: string) => `Aide\u00a0: ${page}`, en: (page: string) => `Help: ${page}` },
  more: { fr: 'En savoir plus', en: 'Learn more' },
  moreOf: {
    fr: (topic: string) => `En savoir plus\u00a0: ${topic} (nouvel onglet)`,
    en: (topic: string) => `Learn more: ${topic} (new tab)`,
  },
  guide: { fr: 'Tout le guide', en: 'The whole guide' },
  newTab: { fr: '(nouvel onglet)', en: '(new tab)' },
  settingsOf: { fr: 'Infobulles et visite guidée', en: 'Tooltips and guided tour' },

  dashboard: { fr: 'Tableau de bord', en: 'Dashboard' },
  chatbots: { fr: 'Chatbots', en: 'Chatbots' },
  customise: { fr: 'Réglages du chatbot', en: 'Chatbot settings' },
  sources: { fr: 'Sources de données', en: 'Data sources' },
  channels: { fr: 'Canaux', en: 'Channels' },
  telegram: { fr: 'Un chatbot sur Telegram', en: 'A chatbot on Telegram' },
  whatsapp: { fr: 'Un chatbot sur WhatsApp', en: 'A chatbot on WhatsApp' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
  audit: { fr: 'Audit des jetons', en: 'Token audit' },
  pricing: { fr: 'Tarifs', en: 'Pricing' },
  profile: { fr: 'Profil', en: 'Profile' },
  settings: { fr: 'Paramètres', en: 'Settings' },
  transfers: { fr: 'Transferts', en: 'Transfers' },
});
