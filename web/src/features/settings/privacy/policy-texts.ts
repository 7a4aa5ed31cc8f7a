import { defineTexts } from '@parlance/contract/i18n';

export const policyTexts = defineTexts({
  changed: {
    fr: 'La politique de confidentialité a changé.',
    en: 'The privacy policy has changed.',
  },
  text: {
    fr: (current: string, agreed: string) =>
      `La version ${current} remplace la version ${agreed}, que vous aviez acceptée. Vos choix valent-ils toujours\u00a0?`,
    en: (current: string, agreed: string) =>
      `Version ${current} replaces version ${agreed}, which you had agreed to. Do your choices still hold?`,
  },
  changes: { fr: 'Voir ce qui a changé', en: 'See what has changed' },
  confirm: { fr: 'Confirmer mes choix', en: 'Confirm my choices' },
  review: { fr: 'Les revoir', en: 'Review them' },
  failed: {
    fr: 'Vos choix n’ont pas été confirmés',
    en: 'Your choices were not confirmed',
  },
  confirmed: { fr: 'Choix confirmés', en: 'Choices confirmed' },
});
