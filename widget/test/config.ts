import type { EmbedConfig } from '@parlance/contract/endpoints/embed';

/** The chatbot of the tests. */
export const defaultConfig: EmbedConfig = {
  name: 'Hôtel des Glycines',
  language: 'fr',
  welcomeMessage: 'Bonjour, je suis Glycine. Une question sur votre séjour\u202f? Je suis là.',
  suggestions: [
    'À quelle heure est le petit-déjeuner\u202f?',
    'Peut-on arriver après 22\u00a0h\u202f?',
    'Y a-t-il un parking\u202f?',
  ],
  avatarUrl: null,
  appearance: {
    primaryColor: '#5b4a9e',
    secondaryColor: '#efeaf7',
    inputBorderColor: '#c9bfe3',
    launcherColor: '#5b4a9e',
    launcherIconUrl: null,
    sendIconUrl: null,
    userAvatarUrl: null,
    position: 'end',
    size: 'medium',
    corners: 'round',
    theme: 'auto',
    title: 'Glycine',
    placeholder: '',
    zIndex: 2147483000,
  },
  contact: 'accueil@hotel-glycines.fr',
  privacyUrl: 'https://hotel-glycines.fr/confidentialite',
  answers: 'generated',
};
