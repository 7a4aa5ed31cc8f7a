import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  tooManyAtOnce: {
    fr: 'Vingt fichiers au plus à la fois : déposez celui-ci ensuite.',
    en: 'At most twenty files at a time: upload this one afterwards.',
  },
});
