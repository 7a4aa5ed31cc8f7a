import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Paramètres', en: 'Settings' },
  lead: {
    fr: 'Les emails que vous recevez, l’apparence de Parlance, et ce qui est fait de vos données.',
    en: 'The emails you receive, how Parlance looks, and what is done with your data.',
  },
  tabs: { fr: 'Parties des paramètres', en: 'Parts of the settings' },
  notifications: { fr: 'Notifications', en: 'Notifications' },
  appearance: { fr: 'Apparence', en: 'Appearance' },
  privacy: { fr: 'Confidentialité', en: 'Privacy' },
  save: { fr: 'Enregistrer', en: 'Save' },
  saving: { fr: 'Enregistrement...', en: 'Saving...' },
  saved: { fr: 'Préférences enregistrées', en: 'Preferences saved' },
  saveError: { fr: 'Erreur de sauvegarde', en: 'Save error' },
  saveFailed: {
    fr: 'Une erreur est survenue lors de la sauvegarde.',
    en: 'An error occurred while saving.',
  },
  notLoaded: {
    fr: 'Vos préférences n’ont pas pu être lues.',
    en: 'Your preferences could not be loaded.',
  },

  mails: { fr: 'Emails', en: 'Emails' },
  mailsLead: {
    fr: 'Ce qui touche à la sécurité de votre compte, à vos paiements et à vos transferts vous est toujours écrit.',
    en: 'What concerns the security of your account, your payments, and your transfers is always sent.',
  },
  emailNotifications: { fr: 'Événements importants', en: 'Important events' },
  emailNotificationsHelp: {
    fr: 'Un quota ou un plafond bientôt atteint, un modèle qui ne répond plus, un canal qui s’arrête.',
    en: 'A quota or a cap nearly reached, a model that no longer answers, a channel that stops.',
  },
  marketingEmails: { fr: 'Nouveautés et offres', en: 'News and offers' },
  marketingEmailsHelp: {
    fr: 'Envoyées seulement si vous acceptez aussi les communications marketing, sous Confidentialité.',
    en: 'Sent only if you also agree to marketing communications, under Privacy.',
  },
  activitySummaries: { fr: 'Résumés d’activité', en: 'Activity summaries' },
  activitySummariesHelp: {
    fr: 'Chaque semaine, ce que vos visiteurs ont demandé à vos chatbots.',
    en: 'Every week, what your visitors asked your chatbots.',
  },
  later: { fr: 'Autres notifications', en: 'Other notifications' },
  comingSoon: { fr: 'Bientôt disponible', en: 'Coming soon' },
  comingSoonText: {
    fr: 'Ces réglages arrivent bientôt\u00a0: ils ne peuvent pas encore être modifiés.',
    en: 'These settings are coming soon: they cannot be changed yet.',
  },
  mailKinds: { fr: 'Par email', en: 'By email' },
  chatbotCreated: { fr: 'Nouveau chatbot créé', en: 'New chatbot created' },
  messageReceived: { fr: 'Message reçu', en: 'Message received' },
  systemUpdates: { fr: 'Mises à jour du système', en: 'System updates' },
  securityAlerts: { fr: 'Alertes de sécurité', en: 'Security alerts' },
  push: { fr: 'Notifications push', en: 'Push notifications' },
  pushEnabled: { fr: 'Activées', en: 'Enabled' },
  pushSounds: { fr: 'Sons', en: 'Sounds' },

  look: { fr: 'Thème et langue', en: 'Theme and language' },
  lookLead: {
    fr: 'Appliqués tout de suite, gardés dans ce navigateur et dans votre compte.',
    en: 'Applied at once, kept in this browser and in your account.',
  },
  theme: { fr: 'Thème', en: 'Theme' },
  light: { fr: 'Clair', en: 'Light' },
  dark: { fr: 'Sombre', en: 'Dark' },
  system: { fr: 'Système', en: 'System' },
  language: { fr: 'Langue', en: 'Language' },
  timezone: { fr: 'Fuseau horaire', en: 'Time zone' },
  timezoneHelp: {
    fr: 'Il dit quand commencent les jours de votre compte, dans ses chiffres et ses emails.',
    en: 'It says when your account’s days begin, in its figures and its emails.',
  },

  help: { fr: 'Aide', en: 'Help' },
  helpLead: {
    fr: 'La visite guidée et les explications au fil des écrans.',
    en: 'The guided tour and the explanations on the screens.',
  },
  tour: { fr: 'Visite guidée', en: 'Guided tour' },
  tourText: {
    fr: 'Elle reprend depuis le début, sur votre tableau de bord.',
    en: 'It starts again from the beginning, on your dashboard.',
  },
  tourRestart: { fr: 'Relancer la visite', en: 'Restart the tour' },
  tooltips: { fr: 'Afficher les infobulles d’aide', en: 'Show help tooltips' },
  tooltipsHelp: {
    fr: 'Les noms des boutons restent toujours lisibles.',
    en: 'The names of buttons can always be read.',
  },
});
