import { defineTexts } from '@parlance/contract/i18n';

export const rightsTexts = defineTexts({
  rights: { fr: 'Vos droits (RGPD)', en: 'Your rights (GDPR)' },
  rightsLead: {
    fr: 'Ce que le règlement européen vous permet de demander.',
    en: 'What the European regulation lets you ask for.',
  },
  deletion: { fr: 'Supprimer mes données', en: 'Delete my data' },
  deletionText: {
    fr: 'Votre compte, vos chatbots, leurs sources et leurs conversations sont supprimés dans les 24\u00a0heures. Vous reconnecter avant annule la demande.',
    en: 'Your account, your chatbots, their sources and their conversations are deleted within 24 hours. Logging in again before that cancels the request.',
  },
  scheduled: { fr: 'Une suppression est demandée.', en: 'A deletion has been requested.' },
  scheduledText: {
    fr: (at: string) =>
      `Votre compte sera supprimé au plus tard le ${at}. Pour l’annuler, déconnectez-vous, puis reconnectez-vous avant.`,
    en: (at: string) =>
      `Your account will be deleted by ${at}. To cancel, log out, then log in again before then.`,
  },
  signOut: { fr: 'Se déconnecter', en: 'Log out' },
  sure: { fr: 'Êtes-vous sûr\u00a0?', en: 'Are you sure?' },
  failed: { fr: 'La suppression n’a pas été demandée', en: 'The deletion was not requested' },
  other: { fr: 'Autres droits', en: 'Other rights' },
  otherText: {
    fr: 'Rectification, limitation, opposition, portabilité\u00a0: écrivez à',
    en: 'Rectification, restriction, objection, portability: write to',
  },
  otherNobody: {
    fr: 'Rectification, limitation, opposition, portabilité\u00a0: écrivez à qui exploite ce service. La politique de confidentialité dit comment.',
    en: 'Rectification, restriction, objection, portability: write to whoever operates this service. The privacy policy says how.',
  },
});
