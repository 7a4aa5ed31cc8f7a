import { defineTexts } from '@parlance/contract/i18n';

export const privacyTexts = defineTexts({
  info: {
    fr: 'Parlance ne mesure personne et ne vend aucune donnée. Ces choix disent ce que vous accepteriez\u00a0: rien de ce que vous refusez ne sera fait.',
    en: 'Parlance measures nobody and sells no data. These choices say what you would accept: nothing that you decline will be done.',
  },
  policy: { fr: 'Lire la politique de confidentialité', en: 'Read the privacy policy' },
  cookies: { fr: 'Cookies et stockage', en: 'Cookies and storage' },
  measures: { fr: 'Mesure et amélioration', en: 'Measurement and improvement' },
  sharing: { fr: 'Partage et communication', en: 'Sharing and communication' },
  functionalCookies: { fr: 'Cookies fonctionnels', en: 'Functional cookies' },
  functionalCookiesHelp: {
    fr: 'Essentiels\u00a0: votre session, votre langue et votre thème. Ils ne peuvent pas être désactivés.',
    en: 'Essential: your session, language, and theme. They cannot be disabled.',
  },
  performanceCookies: { fr: 'Cookies de performance', en: 'Performance cookies' },
  performanceCookiesHelp: {
    fr: 'Ils mesureraient la vitesse des pages. Aujourd’hui, Parlance n’en dépose aucun.',
    en: 'They would measure how fast pages are. Today Parlance sets none.',
  },
  cookieUsage: { fr: 'Stockage non essentiel', en: 'Non-essential storage' },
  cookieUsageHelp: {
    fr: 'Tout ce qui serait gardé dans votre navigateur sans être indispensable. Aujourd’hui, rien.',
    en: 'Anything that would be kept in your browser without being necessary. Today, nothing.',
  },
  analyticsTracking: { fr: 'Mesure d’audience', en: 'Analytics' },
  analyticsTrackingHelp: {
    fr: 'Elle suivrait les écrans que vous ouvrez. Aujourd’hui, aucun ne l’est.',
    en: 'It would follow which screens you open. Today none is.',
  },
  dataCollection: { fr: 'Collecte de données d’usage', en: 'Collection of usage data' },
  dataCollectionHelp: {
    fr: 'Elle servirait à améliorer Parlance. Aujourd’hui, rien n’est collecté pour cela.',
    en: 'It would serve to improve Parlance. Today nothing is collected for that.',
  },
  dataSharingThirdParties: { fr: 'Partage avec des tiers', en: 'Sharing with third parties' },
  dataSharingThirdPartiesHelp: {
    fr: 'Au-delà de ce que le service exige. Aujourd’hui, rien n’est partagé ainsi.',
    en: 'Beyond what the service requires. Today nothing is shared in this way.',
  },
  marketingCommunications: { fr: 'Communications marketing', en: 'Marketing communications' },
  marketingCommunicationsHelp: {
    fr: 'Nouveautés et offres par email, si vous les avez aussi choisies sous Notifications.',
    en: 'News and offers by email, if you have chosen them under Notifications, too.',
  },
  savePreferences: { fr: 'Enregistrer les préférences', en: 'Save Preferences' },
  legal: { fr: 'Informations légales', en: 'Legal information' },
  updatedAt: { fr: 'Dernière mise à jour', en: 'Last updated' },
  never: { fr: 'Jamais', en: 'Never' },
  consentVersion: { fr: 'Version acceptée', en: 'Consent version' },
  none: { fr: 'Aucune', en: 'None' },
  currentVersion: { fr: 'Version en vigueur', en: 'Version in force' },
});
