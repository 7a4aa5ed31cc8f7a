import { defineTexts } from '@parlance/contract/i18n';

/** The mail of a channel that answers nobody. */
export const messages = defineTexts({
  subject: {
    fr: (name: string) => `${name} ne répond plus`,
    en: (name: string) => `${name} no longer answers`,
  },
  since: {
    fr: (name: string, platform: string) => `Votre chatbot ${name} ne répond plus sur ${platform}.`,
    en: (name: string, platform: string) => `Your chatbot ${name} no longer answers on ${platform}.`,
  },
  mend: {
    fr: 'Ce que vos visiteurs écrivent est conservé. Ouvrez Canaux pour changer ce qui ne va plus\u00a0; le chatbot reprendra aussitôt.',
    en: 'What your visitors write is kept. Open Channels to change what no longer works; the chatbot will go on at once.',
  },
  open: { fr: 'Ouvrir les canaux', en: 'Open channels' },
  reason: {
    fr: 'Vous recevez cet email parce qu’un de vos chatbots ne répond plus.',
    en: 'You receive this email because one of your chatbots no longer answers.',
  },
});

export const platformNames = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const;
