import { defineTexts } from '@parlance/contract/i18n';

/** What the program itself says to visitors on platforms, beside answers. */
export const texts = defineTexts({
  onlyText: {
    fr: 'Je ne lis que du texte pour le moment. Écrivez-moi votre question.',
    en: 'I can only read text for now. Please write me your question.',
  },
  help: {
    fr: (name: string) =>
      `Écrivez votre question, je réponds avec les documents de ${name}.\n\n/new\u00a0: recommencer une conversation\n/language\u00a0: changer de langue\n/delete\u00a0: supprimer vos messages`,
    en: (name: string) =>
      `Write your question, and I’ll answer from ${name}’s documents.\n\n/new: start a new conversation\n/language: change the language\n/delete: delete your messages`,
  },
  fresh: {
    fr: 'Nouvelle conversation. Que souhaitez-vous savoir\u00a0?',
    en: 'A new conversation. What would you like to know?',
  },
  chooseLanguage: { fr: 'Dans quelle langue\u00a0?', en: 'In which language?' },
  languageSet: { fr: 'C’est noté, je vous réponds en français.', en: 'All right, I’ll answer in English.' },
  confirmDeletion: {
    fr: 'Supprimer tous vos messages et mes réponses, pour de bon\u00a0?',
    en: 'Delete all your messages and my answers, for good?',
  },
  deleteYes: { fr: 'Oui, supprimer', en: 'Yes, delete' },
  deleteNo: { fr: 'Non, garder', en: 'No, keep' },
  deleted: {
    fr: 'C’est fait\u00a0: tout ce que nous nous sommes dit est supprimé.',
    en: 'Done: everything we said here is deleted.',
  },
  kept: { fr: 'D’accord, rien n’est supprimé.', en: 'All right, nothing is deleted.' },
  tooMany: {
    fr: 'Vous m’écrivez beaucoup\u00a0! Laissez-moi un moment, puis réessayez.',
    en: 'That’s a lot of messages! Give me a moment, then try again.',
  },
});
