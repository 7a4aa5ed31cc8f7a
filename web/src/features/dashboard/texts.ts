import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  greeting: {
    fr: (name: string) => `Bonjour ${name}`.trim(),
    en: (name: string) => `Hello ${name}`.trim(),
  },
});
