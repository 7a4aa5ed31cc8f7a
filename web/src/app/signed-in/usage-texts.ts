import { defineTexts } from '@parlance/contract/i18n';

/** Apart from the frame's, which signed-out screens fetch as well. */
export const usageTexts = defineTexts({
  usage: { fr: 'Consommation', en: 'Usage' },
  messages: { fr: 'Messages', en: 'Messages' },
  storage: { fr: 'Stockage', en: 'Storage' },
  messageTokens: { fr: 'Jetons de message', en: 'Message tokens' },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  usedOf: {
    fr: (used: string, limit: string) => `${used} sur ${limit}`,
    en: (used: string, limit: string) => `${used} used of ${limit}`,
  },
  unlimited: { fr: 'illimité', en: 'unlimited' },
  renewal: { fr: 'renouvelé le', en: 'renews' },
  upgrade: { fr: 'Augmenter', en: 'Upgrade' },
  almost: { fr: 'Presque épuisés', en: 'Almost used up' },
  exceeded: { fr: 'Plus assez', en: 'Not enough left' },
  usageFailed: { fr: 'Consommation indisponible', en: 'Usage unavailable' },
  free: { fr: 'Gratuit', en: 'Free' },
});
