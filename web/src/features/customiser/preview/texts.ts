import { defineTexts } from '@parlance/contract/i18n';

export const previewTexts = defineTexts({
  preview: { fr: 'Aperçu', en: 'Preview' },
  open: { fr: 'Voir l’aperçu', en: 'See the preview' },
  frame: { fr: 'Aperçu du widget', en: 'Preview of the widget' },
  device: { fr: 'Largeur de la page', en: 'Page width' },
  desktop: { fr: 'Ordinateur', en: 'Desktop' },
  phone: { fr: 'Téléphone', en: 'Phone' },
  page: { fr: 'Fond de la page', en: 'Page ground' },
  light: { fr: 'Page claire', en: 'Light page' },
  dark: { fr: 'Page sombre', en: 'Dark page' },
  state: { fr: 'Moment de la conversation', en: 'Moment of the conversation' },
  welcome: { fr: 'Accueil', en: 'Welcome' },
  answer: { fr: 'Réponse', en: 'Answer' },
  unanswered: { fr: 'Sans réponse', en: 'Unanswered' },
  offline: { fr: 'Hors ligne', en: 'Offline' },
  charged: {
    fr: 'Posez une vraie question : le chatbot répond avec vos réglages non enregistrés. Chaque réponse utilise vos jetons de message, comme un essai.',
    en: 'Ask a real question: the chatbot answers with your unsaved settings. Each answer uses your message tokens, as a test does.',
  },
  site: { fr: 'votre-site.fr', en: 'your-site.com' },
  sampleQuestion: { fr: 'À quoi ressemble une réponse ?', en: 'What does an answer look like?' },
  sampleAnswer: {
    fr: 'Elle s’appuie sur vos sources : **l’essentiel ressort**, et chaque numéro ouvre le passage cité [1].\n\nLe visiteur peut la noter, la copier et vérifier d’où elle vient [2].',
    en: 'It rests on your sources: **what matters stands out**, and each number opens the quoted passage [1].\n\nVisitors can rate it, copy it, and check where it comes from [2].',
  },
  unknownQuestion: { fr: 'Et si la réponse manque ?', en: 'And if the answer is missing?' },
  sampleGuide: { fr: 'Livret d’accueil.pdf', en: 'Welcome booklet.pdf' },
  samplePrices: { fr: 'Tarifs.pdf', en: 'Prices.pdf' },
  sampleQuote: {
    fr: 'Ici, le passage de votre document, mot pour mot.',
    en: 'Here, the passage of your document, word for word.',
  },
  failed: { fr: 'L’aperçu n’a pas pu être chargé.', en: 'The preview could not be loaded.' },
  failedHelp: { fr: 'Vos réglages sont intacts.', en: 'Your settings are safe.' },
  refused: { fr: 'Le chatbot n’a pas répondu.', en: 'The chatbot did not answer.' },
});
