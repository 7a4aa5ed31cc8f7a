import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  sample: { fr: 'Exemple de conversation', en: 'Sample conversation' },
  unnamed: { fr: 'Votre chatbot', en: 'Your chatbot' },
  question: { fr: 'Peut-on arriver après 22 h ?', en: 'Can we arrive after 10 pm?' },
  answer: {
    fr: 'Oui. La porte s’ouvre avec le code de votre réservation, et votre clé vous attend à l’accueil.',
    en: 'Yes. The door opens with the code of your booking, and your key waits at the front desk.',
  },
  source: { fr: 'Livret d’accueil.pdf, page 2', en: 'Guest booklet.pdf, page 2' },
});
