import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  copyOnWebsite: {
    fr: 'La copie est un chatbot de site web : un compte de messagerie n’appartient qu’à un seul chatbot.',
    en: 'The copy is a website chatbot: a messaging account belongs to one chatbot only.',
  },
});
