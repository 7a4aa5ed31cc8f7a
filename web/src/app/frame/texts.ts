import { defineTexts } from '@parlance/contract/i18n';

/** Words that every frame needs, also that of the first screen. */
export const frameTexts = defineTexts({
  language: { fr: 'Langue', en: 'Language' },
  theme: { fr: 'Thème', en: 'Theme' },
  light: { fr: 'Clair', en: 'Light' },
  dark: { fr: 'Sombre', en: 'Dark' },
  system: { fr: 'Système', en: 'System' },
  legal: { fr: 'Documents légaux', en: 'Legal documents' },
  terms: { fr: 'Conditions d’utilisation', en: 'Terms of service' },
  privacy: { fr: 'Politique de confidentialité', en: 'Privacy policy' },
  offline: {
    fr: 'Vous êtes hors ligne. Ce qui est affiché reste lisible, rien n’est envoyé.',
    en: 'You are offline. What you see stays readable, nothing is sent.',
  },
});
