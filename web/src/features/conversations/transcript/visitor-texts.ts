import { defineTexts } from '@parlance/contract/i18n';

export const visitorTexts = defineTexts({
  all: {
    fr: (count: string) => `Toutes les conversations de ce visiteur (${count})`,
    en: (count: string) => `All of this visitor’s conversations (${count})`,
  },
  deleteAll: { fr: 'Tout supprimer de ce visiteur', en: 'Delete all of this visitor' },
  title: {
    fr: (count: string) => `Supprimer les ${count} conversations de ce visiteur\u00a0?`,
    en: (count: string) => `Delete this visitor’s ${count} conversations?`,
  },
  lead: {
    fr: 'Sont du même visiteur les conversations tenues dans le même navigateur, ou au nom du même identifiant ou de la même adresse email donnés par votre site.',
    en: 'Conversations are one visitor’s where they were held in the same browser, or with the same id or email address given by your website.',
  },
  goes: {
    fr: 'Leurs messages, avis et questions sans réponse disparaissent pour de bon. Les jetons consommés restent dans l’audit.',
    en: 'Their messages, feedback, and unanswered questions are gone for good. The tokens they used stay in the audit.',
  },
  confirm: {
    fr: (count: string) => `Supprimer ${count} conversations`,
    en: (count: string) => `Delete ${count} conversations`,
  },
  deleted: {
    fr: (count: number, text: string) =>
      count > 1 ? `${text} conversations supprimées.` : 'Conversation supprimée.',
    en: (count: number, text: string) =>
      count === 1 ? 'Conversation deleted.' : `${text} conversations deleted.`,
  },
  failed: {
    fr: 'Les conversations de ce visiteur n’ont pas pu être supprimées.',
    en: 'This visitor’s conversations could not be deleted.',
  },
});
