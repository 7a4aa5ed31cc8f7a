import { numberWriter } from '@parlance/contract/display/numbers';
import { defineTexts } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';

const french = numberWriter('fr');
const english = numberWriter('en');

const leftOf = {
  fr: (left: number, limit: number, kind: string) =>
    left === 0
      ? `Vos ${french(limit)} ${kind} sont tous utilisés`
      : `Il reste ${french(left)} de vos ${french(limit)} ${kind}`,
  en: (left: number, limit: number, kind: string) =>
    left === 0
      ? `All of your ${english(limit)} ${kind} are used`
      : `${english(left)} of ${english(limit)} ${kind} are left`,
};

/** What visitors see meanwhile. */
const quoting = {
  fr: `Vos chatbots continuent de répondre en citant vos sources mot pour mot : sans frais jusqu’à ${limits.freeAnswersPerDay} réponses par jour et par chatbot ; au-delà, ils s’excusent et donnent votre contact.`,
  en: `Your chatbots go on answering by quoting your sources word for word: free of charge for up to ${limits.freeAnswersPerDay} answers a day and chatbot; beyond that they apologise and give your contact.`,
};

export const messages = defineTexts({
  subjectNear: {
    fr: (percent: number, kind: string) => `${percent} % de vos ${kind} sont utilisés`,
    en: (percent: number, kind: string) => `${percent}% of your ${kind} are used`,
  },
  subjectExceeded: {
    fr: (kind: string) => `Vos ${kind} sont épuisés`,
    en: (kind: string) => `Your ${kind} are used up`,
  },
  message: { fr: 'jetons de message', en: 'message tokens' },
  storage: { fr: 'jetons de stockage', en: 'storage tokens' },
  warning: {
    fr: (percent: number, kind: string) => `Vous avez utilisé ${percent} % de vos ${kind}.`,
    en: (percent: number, kind: string) => `You have used ${percent}% of your ${kind}.`,
  },
  messageExceeded: {
    fr: (left: number, limit: number) =>
      `${leftOf.fr(left, limit, 'jetons de message')} ce mois-ci : moins qu’il n’en faut à la prochaine réponse. ${quoting.fr} Tout reprend de soi-même au renouvellement de vos jetons, ou avec une offre plus grande.`,
    en: (left: number, limit: number) =>
      `${leftOf.en(left, limit, 'message tokens')} this month: less than the next answer needs. ${quoting.en} Everything comes back by itself when your tokens renew, or with a larger plan.`,
  },
  storageExceeded: {
    fr: (left: number, limit: number) =>
      `${leftOf.fr(left, limit, 'jetons de stockage')} : moins qu’il n’en faut à la prochaine source. Celles que vous avez répondent toujours ; d’autres demandent une offre plus grande.`,
    en: (left: number, limit: number) =>
      `${leftOf.en(left, limit, 'storage tokens')}: less than the next source needs. Those that you have still answer; others need a larger plan.`,
  },
  capNear: {
    fr: (name: string, percent: number) => `${name} : ${percent} % de sa limite sont utilisés`,
    en: (name: string, percent: number) => `${name}: ${percent}% of its cap is used`,
  },
  capReached: {
    fr: (name: string) => `${name} : limite atteinte`,
    en: (name: string) => `${name}: cap reached`,
  },
  ofDay: { fr: 'aujourd’hui', en: 'today' },
  ofMonth: { fr: 'ce mois-ci', en: 'this month' },
  capNearText: {
    fr: (percent: number, limit: number, when: string) =>
      `Ses visiteurs ont utilisé ${percent} % des ${french(limit)} jetons de message que vous leur accordez ${when}.`,
    en: (percent: number, limit: number, when: string) =>
      `Its visitors have used ${percent}% of the ${english(limit)} message tokens that you allow them ${when}.`,
  },
  capReachedText: {
    fr: (limit: number, when: string) =>
      `Ses visiteurs ont utilisé les ${french(limit)} jetons de message que vous leur accordez ${when}. ${quoting.fr}`,
    en: (limit: number, when: string) =>
      `Its visitors have used the ${english(limit)} message tokens that you allow them ${when}. ${quoting.en}`,
  },
  capHow: {
    fr: 'Vous pouvez relever cette limite à tout moment dans les réglages du chatbot. Vos propres essais n’y comptent pas.',
    en: 'You can raise this cap at any time in the chatbot’s settings. Your own tests don’t count towards it.',
  },
  openChatbot: { fr: 'Régler le chatbot', en: 'Chatbot settings' },
  plan: { fr: (name: string) => `Voir l’offre ${name}`, en: (name: string) => `See the ${name} plan` },
  open: { fr: 'Voir ma consommation', en: 'See my usage' },
  reason: {
    fr: 'Vous recevez cet email parce que votre compte Parlance approche d’une limite.',
    en: 'You receive this email because your Parlance account is close to a limit.',
  },
});
