import { numberWriter } from '@parlance/contract/display/numbers';
import type { SummaryPeriod, SummarySection } from '@parlance/contract/endpoints/summaries';
import { defineTexts } from '@parlance/contract/i18n';

const french = numberWriter('fr');
const english = numberWriter('en');
const times = (count: number) => (count === 1 ? 'une fois' : `${french(count)}\u00a0fois`);
const timesEn = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${english(count)} times`);
const conversations = (count: number) => `${french(count)}\u00a0conversation${count > 1 ? 's' : ''}`;
const conversationsEn = (count: number) => `${english(count)} conversation${count === 1 ? '' : 's'}`;
const plural = (count: number) => (count > 1 ? 's' : '');
const hourEn = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'am' : 'pm'}`;

const periods: Record<'fr' | 'en', Record<SummaryPeriod, string>> = {
  fr: {
    '24h': 'ces dernières 24\u00a0heures',
    '7d': 'ces 7\u00a0derniers jours',
    '30d': 'ces 30\u00a0derniers jours',
  },
  en: { '24h': 'the last 24 hours', '7d': 'the last 7 days', '30d': 'the last 30 days' },
};

/** What is asked, how often, and in how many conversations. */
interface Asked {
  question: string;
  count: number;
  conversations: number;
}

export const messages = defineTexts({
  title: {
    fr: (chatbot: string, period: SummaryPeriod) =>
      `${chatbot}\u00a0: ce que vos visiteurs ont demandé ${periods.fr[period]}`,
    en: (chatbot: string, period: SummaryPeriod) =>
      `${chatbot}: what your visitors asked in ${periods.en[period]}`,
  },
  size: {
    fr: (count: number, messages: number) =>
      `${conversations(count)}, ${french(messages)}\u00a0message${plural(messages)} de visiteurs.`,
    en: (count: number, messages: number) =>
      `${conversationsEn(count)}, ${english(messages)} message${messages === 1 ? '' : 's'} from visitors.`,
  },
  outcome: {
    fr: (answered: number, unanswered: number) =>
      `${french(answered)}\u00a0réponse${plural(answered)} donnée${plural(answered)}, ${french(unanswered)}\u00a0question${plural(unanswered)} restée${plural(unanswered)} sans réponse.`,
    en: (answered: number, unanswered: number) =>
      `${english(answered)} question${answered === 1 ? '' : 's'} answered, ${english(unanswered)} left unanswered.`,
  },
  thumbs: {
    fr: (up: number, down: number) =>
      `${french(up)}\u00a0pouce${plural(up)} vers le haut, ${french(down)} vers le bas.`,
    en: (up: number, down: number) => `${english(up)} thumb${up === 1 ? '' : 's'} up, ${english(down)} down.`,
  },
  busiest: {
    fr: (hour: number, messages: number) =>
      `L’heure la plus animée\u00a0: de ${hour}\u00a0h à ${(hour + 1) % 24}\u00a0h (${french(messages)}\u00a0message${plural(messages)}).`,
    en: (hour: number, messages: number) =>
      `The busiest hour: ${hourEn(hour)} to ${hourEn(hour + 1)} (${english(messages)} message${messages === 1 ? '' : 's'}).`,
  },
  sources: {
    fr: (names: string) => `Les sources les plus citées\u00a0: ${names}.`,
    en: (names: string) => `The sources cited most: ${names}.`,
  },
  heading: {
    fr: (kind: SummarySection) =>
      ({
        themes: 'Ce que l’on demande',
        answered: 'Ce qui trouve sa réponse',
        unanswered: 'Ce qui reste sans réponse',
        missing: 'Ce qu’il faudrait ajouter à vos sources',
        tone: 'Le ton',
      })[kind],
    en: (kind: SummarySection) =>
      ({
        themes: 'What people ask',
        answered: 'What is answered well',
        unanswered: 'What stays unanswered',
        missing: 'What to add to your sources',
        tone: 'The tone',
      })[kind],
  },
  item: {
    fr: (text: string, count: number) => `- ${text} (${conversations(count)})`,
    en: (text: string, count: number) => `- ${text} (${conversationsEn(count)})`,
  },
  example: {
    fr: (question: string) => `  «\u00a0${question}\u00a0»`,
    en: (question: string) => `  “${question}”`,
  },
  theme: {
    fr: ({ question, count }: Asked) => `«\u00a0${question}\u00a0», demandé ${times(count)}.`,
    en: ({ question, count }: Asked) => `“${question}”, asked ${timesEn(count)}.`,
  },
  answered: {
    fr: ({ question, count }: Asked, of: number, up: number) =>
      `«\u00a0${question}\u00a0» a trouvé sa réponse ${count === of ? (of === 1 ? 'du premier coup' : `chaque fois, soit ${times(of)}`) : `${times(count)} sur ${french(of)}`}${up > 0 ? `, avec ${french(up)}\u00a0pouce${plural(up)} vers le haut` : ''}.`,
    en: ({ question, count }: Asked, of: number, up: number) =>
      `“${question}” was answered ${count === of ? (of === 1 ? 'at once' : `every time, ${timesEn(of)}`) : `${timesEn(count)} out of ${english(of)}`}${up > 0 ? `, with ${english(up)} thumb${up === 1 ? '' : 's'} up` : ''}.`,
  },
  unanswered: {
    fr: ({ question, count }: Asked) => `«\u00a0${question}\u00a0» est resté ${times(count)} sans réponse.`,
    en: ({ question, count }: Asked) => `“${question}” went unanswered ${timesEn(count)}.`,
  },
  add: {
    fr: ({ question }: Asked) =>
      `Ajoutez à vos sources, ou écrivez vous-même, la réponse à «\u00a0${question}\u00a0».`,
    en: ({ question }: Asked) => `Add to your sources, or write yourself, the answer to “${question}”.`,
  },
  reread: {
    fr: ({ question, count }: Asked) =>
      `Relisez ce que vos sources disent de «\u00a0${question}\u00a0»\u00a0: la réponse a reçu ${french(count)}\u00a0pouce${plural(count)} vers le bas.`,
    en: ({ question, count }: Asked) =>
      `Read again what your sources say about “${question}”: its answer got ${english(count)} thumb${count === 1 ? '' : 's'} down.`,
  },
  pleased: {
    fr: (count: number) =>
      count === 1
        ? 'Un visiteur a marqué une réponse d’un pouce vers le haut.'
        : `Dans ${french(count)}\u00a0conversations, une réponse a reçu un pouce vers le haut.`,
    en: (count: number) =>
      count === 1
        ? 'One visitor gave an answer a thumb up.'
        : `In ${english(count)} conversations an answer got a thumb up.`,
  },
  displeased: {
    fr: (count: number) =>
      count === 1
        ? 'Un visiteur a marqué une réponse d’un pouce vers le bas.'
        : `Dans ${french(count)}\u00a0conversations, une réponse a reçu un pouce vers le bas.`,
    en: (count: number) =>
      count === 1
        ? 'One visitor gave an answer a thumb down.'
        : `In ${english(count)} conversations an answer got a thumb down.`,
  },
});
