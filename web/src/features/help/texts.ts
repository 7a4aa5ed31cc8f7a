import { defineTexts } from '@parlance/contract/i18n';

export const helpTexts = defineTexts({
  open: { fr: 'Aide sur cette page', en: 'Help with this page' },
});
