import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  one: {
    fr: (email: string, name: string) => `${email} vous propose le chatbot «\u00a0${name}\u00a0».`,
    en: (email: string, name: string) => `${email} offers you the chatbot “${name}”.`,
  },
  several: {
    fr: (count: number) => `${count} chatbots vous sont proposés.`,
    en: (count: number) => `${count} chatbots are offered to you.`,
  },
  see: { fr: 'Voir et décider', en: 'See and decide' },
});
