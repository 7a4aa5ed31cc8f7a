import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { defineTexts } from '@parlance/contract/i18n';

export type Platform = Chatbot['platform'];

/** In the order in which they are offered. */
export const platforms = ['website', 'telegram', 'whatsapp'] as const satisfies readonly Platform[];

export const platformNames = defineTexts({
  website: { fr: 'Site web', en: 'Website' },
  telegram: { fr: 'Telegram', en: 'Telegram' },
  whatsapp: { fr: 'WhatsApp', en: 'WhatsApp' },
});
