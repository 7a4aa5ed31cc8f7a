import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  subject80: { fr: '80 % de votre quota sont utilisés', en: '80% of your quota is used' },
  subject90: { fr: '90 % de votre quota sont utilisés', en: '90% of your quota is used' },
  subjectExceeded: { fr: 'Votre quota est épuisé', en: 'Your quota is used up' },
  message: { fr: 'jetons de message', en: 'message tokens' },
  storage: { fr: 'jetons de stockage', en: 'storage tokens' },
  warning: {
    fr: (percent: number, kind: string) => `Vous avez utilisé ${percent} % de vos ${kind}.`,
    en: (percent: number, kind: string) => `You have used ${percent}% of your ${kind}.`,
  },
  messageExceeded: {
    fr: 'Tous les jetons de message de ce mois sont utilisés. Vos visiteurs lisent que l’assistant est momentanément indisponible ; rien n’est perdu.',
    en: 'All of this month’s message tokens are used. Your visitors read that the assistant is temporarily unavailable; nothing is lost.',
  },
  storageExceeded: {
    fr: 'Tous vos jetons de stockage sont utilisés. Vos sources actuelles répondent toujours ; de nouvelles demandent une offre plus grande.',
    en: 'All of your storage tokens are used. Your present sources still answer; new ones need a larger plan.',
  },
  open: { fr: 'Voir ma consommation', en: 'See my usage' },
  reason: {
    fr: 'Vous recevez cet e-mail parce que votre compte Parlance approche d’une limite.',
    en: 'You receive this e-mail because your Parlance account is close to a limit.',
  },
});
