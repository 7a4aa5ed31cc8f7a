import { defineTexts } from '@parlance/contract/i18n';

/** Texts of the conversations as their owner exports them. */
export const deskTexts = defineTexts({
  csvHeader: {
    fr: 'Conversation,Chatbot,Canal,Langue,Visiteur,Date,Auteur,Message,Mode,Avis,Jetons,Sources',
    en: 'Conversation,Chatbot,Channel,Language,Visitor,Date,Author,Message,Mode,Feedback,Tokens,Sources',
  },
  website: { fr: 'Site web', en: 'Website' },
  telegram: { fr: 'Telegram', en: 'Telegram' },
  whatsapp: { fr: 'WhatsApp', en: 'WhatsApp' },
  api: { fr: 'API', en: 'API' },
  visitor: { fr: 'Visiteur', en: 'Visitor' },
  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  generated: { fr: 'Rédigée', en: 'Written' },
  quoted: { fr: 'Citée', en: 'Quoted' },
  unanswered: { fr: 'Sans réponse', en: 'Unanswered' },
  up: { fr: 'Utile', en: 'Helpful' },
  down: { fr: 'Pas utile', en: 'Not helpful' },
});
