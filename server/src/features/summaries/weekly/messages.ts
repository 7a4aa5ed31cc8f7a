import { numberWriter } from '@parlance/contract/display/numbers';
import { defineTexts } from '@parlance/contract/i18n';

const french = numberWriter('fr');
const english = numberWriter('en');

export const messages = defineTexts({
  subject: {
    fr: (count: number) =>
      `Votre semaine\u00a0: ${french(count)}\u00a0conversation${count > 1 ? 's' : ''} avec vos visiteurs`,
    en: (count: number) =>
      `Your week: ${english(count)} conversation${count === 1 ? '' : 's'} with your visitors`,
  },
  week: {
    fr: (from: string, to: string) => `Ce que vos visiteurs ont demandé, du ${from} au ${to}.`,
    en: (from: string, to: string) => `What your visitors asked, from ${from} to ${to}.`,
  },
  most: {
    fr: (questions: string) => `On a surtout demandé\u00a0: ${questions}`,
    en: (questions: string) => `Asked most: ${questions}`,
  },
  missing: {
    fr: (questions: string) => `Encore sans réponse\u00a0: ${questions}`,
    en: (questions: string) => `Still without an answer: ${questions}`,
  },
  button: { fr: 'Lire les conversations', en: 'Read the conversations' },
  reason: {
    fr: 'Vous recevez cet email chaque lundi parce que les résumés d’activité sont activés dans vos paramètres.',
    en: 'You receive this email every Monday because activity summaries are on in your settings.',
  },
});
