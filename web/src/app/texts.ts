import { defineTexts } from '@parlance/contract/i18n';

/** Words of the frame of the signed-in screens. */
export const texts = defineTexts({
  navigation: { fr: 'Navigation principale', en: 'Main navigation' },
  openMenu: { fr: 'Ouvrir le menu', en: 'Open menu' },
  menu: { fr: 'Menu', en: 'Menu' },
  dashboard: { fr: 'Tableau de bord', en: 'Dashboard' },
  chatbots: { fr: 'Chatbots', en: 'Chatbots' },
  channels: { fr: 'Canaux', en: 'Channels' },
  sources: { fr: 'Sources de données', en: 'Data sources' },
  conversations: { fr: 'Conversations', en: 'Conversations' },
  audit: { fr: 'Audit des jetons', en: 'Token audit' },
  pricing: { fr: 'Tarifs', en: 'Pricing' },
  profile: { fr: 'Profil', en: 'Profile' },
  settings: { fr: 'Paramètres', en: 'Settings' },

  account: { fr: (name: string) => `Compte de ${name}`, en: (name: string) => `${name}’s account` },
  guide: { fr: 'Guide', en: 'Guide' },
  shortcuts: { fr: 'Raccourcis clavier', en: 'Keyboard shortcuts' },
  signOut: { fr: 'Se déconnecter', en: 'Log out' },
  signOutError: { fr: 'Erreur de déconnexion', en: 'Sign-out error' },
  signOutFailed: {
    fr: 'Une erreur est survenue lors de la déconnexion',
    en: 'An error occurred while signing out',
  },
});
