import { defineTexts } from '@parlance/contract/i18n';

export const otherWaysTexts = defineTexts({
  or: { fr: 'ou', en: 'or' },
  google: { fr: 'Continuer avec Google', en: 'Continue with Google' },
  sso: { fr: 'Se connecter avec mon entreprise', en: 'Log in with my company' },
});
