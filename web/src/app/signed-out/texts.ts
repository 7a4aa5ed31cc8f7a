import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  pause: { fr: 'Mettre l’exemple en pause', en: 'Pause the example' },
  play: { fr: 'Reprendre l’exemple', en: 'Resume the example' },
  promise: { fr: 'Vos documents répondent à vos visiteurs.', en: 'Your documents answer your visitors.' },
  promiseMore: {
    fr: 'Déposez-les, collez une ligne sur votre site. Chaque réponse montre sa source.',
    en: 'Upload them, paste one line into your site. Every answer shows its source.',
  },
  sample: { fr: 'Exemple de conversation', en: 'Sample conversation' },
  sampleBot: { fr: 'Glycine, Hôtel des Glycines', en: 'Wisteria, Hôtel des Glycines' },
  sampleQuestion1: { fr: 'À quelle heure est le petit-déjeuner ?', en: 'What time is breakfast?' },
  sampleAnswer1: {
    fr: 'Il est servi de 7 h à 10 h 30 en semaine et jusqu’à 11 h le dimanche, dans la véranda.',
    en: 'It is served from 7 to 10:30 am on weekdays and until 11 am on Sundays, in the veranda.',
  },
  sampleSource1: { fr: 'Livret d’accueil.pdf, page 4', en: 'Guest booklet.pdf, page 4' },
  sampleQuestion2: { fr: 'Peut-on venir avec un chien ?', en: 'Can we bring a dog?' },
  sampleAnswer2: {
    fr: 'Oui, les chiens sont admis pour 9 € par nuit, hors restaurant.',
    en: 'Yes, dogs are welcome for €9 a night, except in the restaurant.',
  },
  sampleSource2: { fr: 'Tarifs 2027.pdf, page 2', en: 'Rates 2027.pdf, page 2' },
});
