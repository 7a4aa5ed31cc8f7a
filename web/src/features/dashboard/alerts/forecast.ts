import { dateWriter } from '@parlance/contract/display/dates';
import type { AnswerOf } from '@parlance/contract/endpoint';
import type { getForecast, TokenType } from '@parlance/contract/endpoints/usage';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';

export type Forecast = NonNullable<AnswerOf<typeof getForecast>['message']>;

const texts = defineTexts({
  until: {
    fr: (kind: string, day: string) => `À ce rythme, vos ${kind} dureront jusqu’au ${day}`,
    en: (kind: string, day: string) => `At this pace your ${kind} last until ${day}`,
  },
  untilRenewal: {
    fr: (kind: string) => `À ce rythme, vos ${kind} dureront jusqu’au renouvellement`,
    en: (kind: string) => `At this pace your ${kind} last until they renew`,
  },
  between: {
    fr: (earliest: string, latest: string) => `, entre le ${earliest} et le ${latest} selon l’affluence.`,
    en: (earliest: string, latest: string) =>
      `, between ${earliest} and ${latest} depending on how busy it gets.`,
  },
  atTheEarliest: {
    fr: (earliest: string) => `\u202f; si tous les jours étaient chargés, jusqu’au ${earliest}.`,
    en: (earliest: string) => `; if every day were a busy one, until ${earliest}.`,
  },
  message: { fr: 'jetons de message', en: 'message tokens' },
  storage: { fr: 'jetons de stockage', en: 'storage tokens' },
});

/** A date of the calendar, with its year where that is not this one. */
const calendarDay = (language: Language, date: string, today: Date) =>
  dateWriter(language, {
    day: 'numeric',
    month: 'long',
    ...(date.startsWith(String(today.getUTCFullYear())) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  })(date);

/** Until when a kind of token lasts at the pace of the last days, and within what range; nothing where none runs out. */
export function forecastSentence(
  language: Language,
  tokenType: TokenType,
  { endsOn, earliest, latest }: Forecast,
  today = new Date(),
): string | undefined {
  const t = speak(texts, language);
  const day = (date: string) => calendarDay(language, date, today);
  const kind = t[tokenType];
  if (endsOn === null) {
    // Storage that lasts for a year and more is nobody's worry.
    if (tokenType === 'storage') return undefined;
    return t.untilRenewal(kind) + (earliest === null ? '.' : t.atTheEarliest(day(earliest)));
  }
  const until = t.until(kind, day(endsOn));
  if (earliest !== null && latest !== null && earliest !== latest)
    return until + t.between(day(earliest), day(latest));
  return until + (earliest !== null && earliest !== endsOn ? t.atTheEarliest(day(earliest)) : '.');
}
