import { defineTexts } from '@parlance/contract/i18n';

export const leaveTexts = defineTexts({
  title: { fr: 'Des textes ne sont pas enregistrés', en: 'Some texts are not saved' },
  text: {
    fr: 'Ce que vous avez commencé à écrire sera perdu si vous vous déconnectez.',
    en: 'What you have begun to write will be lost if you log out.',
  },
  stay: { fr: 'Rester connecté', en: 'Stay logged in' },
  leave: { fr: 'Se déconnecter', en: 'Log out' },
});
