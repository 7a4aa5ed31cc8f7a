import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  deletionSubject: {
    fr: 'Votre compte sera supprimé',
    en: 'Your account will be deleted',
  },
  deletionIntro: {
    fr: (at: string) =>
      `Vous avez demandé la suppression de votre compte Parlance. Il sera supprimé au plus tard le ${at}, avec vos chatbots, vos sources et vos conversations.`,
    en: (at: string) =>
      `You asked for your Parlance account to be deleted. It will be deleted by ${at}, with your chatbots, your sources and your conversations.`,
  },
  deletionAdvice: {
    fr: 'Pour le garder, reconnectez-vous avant cette date\u00a0: la demande sera annulée.',
    en: 'To keep it, sign in again before then: the request will be cancelled.',
  },
  deletionButton: { fr: 'Garder mon compte', en: 'Keep my account' },
  deletedSubject: { fr: 'Votre compte est supprimé', en: 'Your account has been deleted' },
  deletedIntro: {
    fr: 'Votre compte Parlance est supprimé, avec vos chatbots, vos sources, vos fichiers et vos conversations. Un abonnement en cours est résilié.',
    en: 'Your Parlance account has been deleted, with your chatbots, your sources, your files and your conversations. A running subscription is cancelled.',
  },
  deletedLast: {
    fr: 'C’est le dernier email que vous recevez à propos de ce compte\u00a0: votre adresse n’est plus conservée.',
    en: 'This is the last email that you get about this account: your address is no longer kept.',
  },
  supportDeletedSubject: { fr: 'Compte supprimé', en: 'Account deleted' },
  supportDeleted: {
    fr: (id: string) => `Le compte ${id} est supprimé, à la demande de la personne.`,
    en: (id: string) => `The account ${id} has been deleted, as the person asked.`,
  },
  keptSubject: { fr: 'Votre compte ne sera pas supprimé', en: 'Your account will not be deleted' },
  keptIntro: {
    fr: 'Vous vous êtes reconnecté ou avez annulé une modification du compte\u00a0: la demande de suppression de votre compte Parlance est annulée. Rien n’a été supprimé.',
    en: 'You signed in again, or undid a change to the account: the request to delete your Parlance account is cancelled. Nothing was deleted.',
  },
  keptAdvice: {
    fr: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe.',
    en: 'If that wasn’t you, choose a new password at once.',
  },
  keptButton: { fr: 'Ouvrir mon compte', en: 'Open my account' },
  reason: {
    fr: 'Vous recevez cet email parce qu’il concerne votre compte Parlance.',
    en: 'You get this email because it concerns your Parlance account.',
  },
  supportDeletionSubject: { fr: 'Demande de suppression de compte', en: 'Account deletion requested' },
  supportDeletion: {
    fr: (email: string, id: string, at: string) =>
      `Le compte ${email} (${id}) doit être supprimé au plus tard le ${at}. La demande est annulée si la personne se reconnecte d’ici là.`,
    en: (email: string, id: string, at: string) =>
      `The account ${email} (${id}) is to be deleted by ${at}. The request is cancelled if the person signs in before then.`,
  },
  supportKeptSubject: {
    fr: 'Demande de suppression de compte annulée',
    en: 'Account deletion cancelled',
  },
  supportKept: {
    fr: (email: string, id: string) =>
      `Le compte ${email} (${id}) n’est plus à supprimer\u00a0: la personne s’est reconnectée ou a annulé une modification.`,
    en: (email: string, id: string) =>
      `The account ${email} (${id}) is no longer to be deleted: the person signed in again or undid a change.`,
  },
  supportReason: {
    fr: 'Vous recevez cet email parce que cette adresse est celle de l’assistance de ce serveur Parlance.',
    en: 'You get this email because this is the support address of this Parlance server.',
  },
});
