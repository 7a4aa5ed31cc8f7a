import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Canaux', en: 'Channels' },
  description: {
    fr: 'Là où vos visiteurs parlent à vos chatbots.',
    en: 'Where your visitors talk to your chatbots.',
  },
  choose: { fr: 'Choisir un canal', en: 'Choose a channel' },
  websiteText: {
    fr: 'Une bulle sur vos pages, ou le chatbot dans la page elle-même.',
    en: 'A bubble on your pages, or the chatbot in the page itself.',
  },
  telegramText: {
    fr: 'Un bot que vos clients trouvent par son nom.',
    en: 'A bot that your customers find by its name.',
  },
  whatsappText: {
    fr: 'Des réponses sous le numéro de votre entreprise.',
    en: 'Answers under your company’s number.',
  },
  time: { fr: 'Durée', en: 'Time' },
  minutes: {
    fr: (count: number) => `environ ${count} minutes`,
    en: (count: number) => `about ${count} minutes`,
  },
  needs: { fr: 'Il vous faut', en: 'You need' },
  websiteNeeds: { fr: 'un accès au code de votre site', en: 'access to your site’s code' },
  telegramNeeds: { fr: 'le jeton d’un bot, donné par @BotFather', en: 'a bot’s token, given by @BotFather' },
  whatsappNeeds: {
    fr: 'un compte WhatsApp Business : Client ID, Client Secret, Access Token, Business Account ID',
    en: 'a WhatsApp Business account: Client ID, Client Secret, Access Token, Business Account ID',
  },
  websiteCreate: { fr: 'Créer pour un site web', en: 'Create for a website' },
  telegramCreate: { fr: 'Créer pour Telegram', en: 'Create for Telegram' },
  whatsappCreate: { fr: 'Créer pour WhatsApp', en: 'Create for WhatsApp' },
});
