import { defineTexts } from '@parlance/contract/i18n';

export const captchaTexts = defineTexts({
  captcha: { fr: 'Vérification anti-robot', en: 'Anti-robot check' },
});
