import { defineTexts } from '@parlance/contract/i18n';

export const planTexts = defineTexts({
  plan: { fr: (name: string) => `Voir l’offre ${name}`, en: (name: string) => `See the ${name} plan` },
  plans: { fr: 'Voir les offres', en: 'See the plans' },
});
