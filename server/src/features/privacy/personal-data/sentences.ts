import type { Language } from '@parlance/contract/i18n';

export type Sentence = Record<Language, string>;

export interface PersonalTable {
  what: Sentence;
  why: Sentence;
  howLong: Sentence;
}

export const service: Sentence = { fr: 'Fournir le service.', en: 'To provide the service.' };
export const security: Sentence = { fr: 'Protéger les comptes.', en: 'To protect accounts.' };
export const accounting: Sentence = {
  fr: 'Compter ce qui est consommé et payé.',
  en: 'To count what is used and paid.',
};
export const untilAccountGoes: Sentence = {
  fr: 'Jusqu’à la suppression du compte.',
  en: 'Until the account is deleted.',
};
export const untilChatbotGoes: Sentence = {
  fr: 'Jusqu’à la suppression du chatbot ou du compte.',
  en: 'Until the chatbot or the account is deleted.',
};
export const untilSourceGoes: Sentence = {
  fr: 'Jusqu’à la suppression de la source, du chatbot ou du compte.',
  en: 'Until the source, the chatbot or the account is deleted.',
};
export const asChatbotKeeps: Sentence = {
  fr: 'La durée réglée pour le chatbot, 365 jours par défaut, ou jusqu’à l’effacement par le visiteur ou le professionnel.',
  en: 'As long as set for the chatbot, 365 days by default, or until the visitor or the professional erases it.',
};
