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

/** The mail of a channel that will soon answer nobody, because its token ends. */
export const endingMessages = defineTexts({
  subject: {
    fr: (name: string, date: string) => `Le jeton d’accès de ${name} expire le ${date}`,
    en: (name: string, date: string) => `${name}’s access token expires on ${date}`,
  },
  consequence: {
    fr: (name: string, platform: string, date: string) =>
      `Le jeton par lequel ${name} répond sur ${platform} expire le ${date}. Ensuite, le chatbot n’y répondra plus.`,
    en: (name: string, platform: string, date: string) =>
      `The token by which ${name} answers on ${platform} expires on ${date}. After that, the chatbot will no longer answer there.`,
  },
  mend: {
    fr: 'Créez chez Meta un jeton permanent, d’un utilisateur système, et collez-le dans Canaux, sous «\u00a0Changer les identifiants\u00a0».',
    en: 'Create a permanent token at Meta, of a system user, and paste it in Channels, under “Change the credentials”.',
  },
  reason: {
    fr: 'Vous recevez cet email parce qu’un jeton que vous nous avez confié expire bientôt.',
    en: 'You receive this email because a token that you gave us expires soon.',
  },
});

export const platformNames = { telegram: 'Telegram', whatsapp: 'WhatsApp' } as const;
