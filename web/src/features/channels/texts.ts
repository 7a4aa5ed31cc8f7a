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
  notYet: { fr: 'Pas encore disponible', en: 'Not available yet' },
  create: { fr: 'Créer pour un site web', en: 'Create for a website' },

  formTitle: { fr: 'Un chatbot pour votre site', en: 'A chatbot for your site' },
  nameHelp: { fr: 'De 1 à 64 caractères', en: '1 to 64 characters' },
  nameRequired: { fr: 'Donnez-lui un nom.', en: 'Give it a name.' },
  nameLong: { fr: 'Le nom ne peut pas dépasser 64 caractères.', en: 'The name cannot exceed 64 characters.' },
  submit: { fr: 'Créer le chatbot', en: 'Create the chatbot' },
  creating: { fr: 'Initialisation du chatbot…', en: 'Initialising the chatbot…' },
  createFailed: { fr: 'Le chatbot n’a pas pu être créé.', en: 'The chatbot could not be created.' },
  helpTitle: { fr: 'Comment cela se passe', en: 'How it goes' },
  help: {
    fr: [
      'Donnez un nom au chatbot : c’est celui que vos visiteurs lisent.',
      'Copiez la ligne qui s’affiche ensuite et collez-la dans votre site.',
      'Ajoutez ses sources : vos fichiers et vos pages.',
      'Ouvrez une page de votre site : elle s’affiche ici dès que le chatbot y est chargé.',
    ].join('\n'),
    en: [
      'Name the chatbot: it is the name that your visitors read.',
      'Copy the line that shows next and paste it into your site.',
      'Add its sources: your files and your pages.',
      'Open a page of your site: it shows here as soon as the chatbot is loaded on it.',
    ].join('\n'),
  },

  readyTitle: { fr: (name: string) => `« ${name} » est créé`, en: (name: string) => `“${name}” is created` },
  ready: {
    fr: 'Collez ce code dans votre site. En attendant, le chatbot répond déjà sur sa page publique.',
    en: 'Paste this code into your site. Until then, the chatbot already answers on its public page.',
  },
  addSources: { fr: 'Ajouter ses sources', en: 'Add its sources' },
  customise: { fr: 'Personnaliser', en: 'Customise' },
  another: { fr: 'Créer un autre chatbot', en: 'Create another chatbot' },

  listTitle: { fr: 'Vos canaux', en: 'Your channels' },
  name: { fr: 'Nom', en: 'Name' },
  platform: { fr: 'Plateforme', en: 'Platform' },
  lastSeen: { fr: 'Dernière activité', en: 'Last activity' },
  neverSeen: { fr: 'Jamais vu sur un site', en: 'Never seen on a site' },
  publicPage: { fr: 'Page publique', en: 'Public page' },
  openPage: {
    fr: (name: string) => `Ouvrir la page publique de ${name}`,
    en: (name: string) => `Open the public page of ${name}`,
  },
  open: { fr: 'Ouvrir', en: 'Open' },
  loadFailed: { fr: 'Vos canaux n’ont pas pu être chargés.', en: 'Your channels could not be loaded.' },
});
