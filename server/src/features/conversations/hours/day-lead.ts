import type { Language } from '@parlance/contract/i18n';
import { type Day, type LocalTime, localTime } from '@parlance/contract/local-time';
import type { Quotation, QuotedSentence, RankedPassage } from '../../knowledge/service.ts';
import { sentencesOf } from '../../reading/service.ts';
import { isContent, wordsIn } from '../understanding/words.ts';
import { type AskedMoment, findAskedMoment } from './asked-moment.ts';
import { weekdayOf } from './calendar.ts';
import { type DayFacts, dateText, describeDay, describeNow, weekdayName } from './day-texts.ts';
import { type DayHours, type HoursLine, headingWords, hoursLine, hoursOn } from './opening-hours.ts';
import type { Rule } from './opening-rules.ts';
import { type DayKind, dayKindIn } from './public-holidays.ts';
import { foldForTimes, timeTokens } from './time-tokens.ts';
import type { Place } from './time-zones.ts';

/** What is said of the day before the sources are quoted. */
interface DayLead {
  text: string;
  /** The sentence of the sources that says so, where something is said of hours. */
  proof?: QuotedSpan;
}

type QuotedSpan = Omit<QuotedSentence, 'text'>;

const maxPassagesRead = 8;

const asksOpening =
  /(?<!\p{L})(?:r?ouvr\p{L}*|r?ouvert\p{L}*|ferme\p{L}*|horaires?|(?:re)?open\p{L}*|clos(?:e[sd]?|ing)|shut|opening hours|heures?|hours|what time|wat time)(?!\p{L})/u;
const asksYesNo = /(?<!\p{L})(?:ouvert\p{L}*|ouvr\p{L}*|open)(?!\p{L})/u;
const asksOther =
  /(?<!\p{L})(?:quand|heures?|horaires?|quel\p{L}*|combien|when|what|wat|which|how|hours|times?|ferm\p{L}*|clos\p{L}*|shut|pas|n'\p{L}*|not|ou|or|pourquoi|why|qui|who|reouv\p{L}*|rouvr\p{L}*|reopen|prochaine|next|jusqu'\p{L}*|until|till)(?!\p{L})/u;

/** Words of a question about opening that say nothing of what it is that opens. */
const openingQuestionWords = new Set(
  `ouvrez ouvre ouvrent ouvrira ouvrirez ouvrirons ouvert ouverte ouverts ouvertes ouverture rouvrez rouvre fermez ferme fermee
  ferment fermera fermerez fermerons fermeture open opens opened opening close closes closed closing shut reopen horaire horaires heure heures hours
  hour time wat bonjour bonsoir salut coucou hello hey merci thanks thank svp stp please plait magasin boutique shop store
  etablissement guys sera serez serons seront etes encore toujours still already deja jour jours day days prochaine fois next
  exactement exactly savoir voudrais know voulais demande venir passer come ferie feries holiday holidays public bank aujourd
  hui today tomorrow demain business ouvr bjr slt cdt vs late early long tard tot is`.split(/\s+/),
);

const areRelated = (one: string, other: string) => {
  if (one === other) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= 4 && 2 * shared > Math.max(one.length, other.length);
};

function subjectOf(question: string, language: Language, { spans }: AskedMoment): string[] {
  const times = timeTokens(question).filter(
    ({ kind }) => kind !== 'word' && kind !== 'sign' && kind !== 'filler',
  );
  const isOfTime = (start: number, end: number) =>
    [...spans, ...times].some((span) => span.start < end && start < span.end);
  return wordsIn(question)
    .filter(
      (word) =>
        word.text.length > 1 &&
        !openingQuestionWords.has(word.text) &&
        !isOfTime(word.start, word.end) &&
        isContent(word, language),
    )
    .map(({ text }) => text);
}

interface Schedule {
  rules: Rule[];
  places: Map<Rule, QuotedSpan>;
}

/**
 * The schedules that a question is about, out of the passages found; undefined where something that bears on them isn't
 * understood.
 */
function schedulesFor(
  subject: readonly string[],
  quoted: readonly QuotedSpan[],
  passages: readonly RankedPassage[],
): Schedule[] | undefined {
  const isAsked = (words: readonly string[]) =>
    subject.some((asked) => words.some((word) => areRelated(asked, word)));
  const schedules = new Map<string, Schedule>();
  for (const passage of passages.slice(0, maxPassagesRead)) {
    const isQuoted = quoted.some((one) => one.passage.id === passage.id);
    const heading = (passage.position.heading ?? '').split(' › ').at(-1) ?? '';
    const scope = hoursLine(heading);
    // "Horaires d'été": when that is, it doesn't say.
    const isBounded = scope !== undefined && (scope.saysWhen || scope.saysDays);
    const path = headingWords(passage.position.heading ?? '');
    let label = headingWords(heading);
    for (const span of sentencesOf(passage.text)) {
      const text = passage.text.slice(span.start, span.end);
      const line = hoursLine(text);
      if (line === undefined) {
        // A short line without a stop is a title of what follows.
        if (text.length <= 60 && !/[.!?;,]$/.test(text)) label = headingWords(text);
        continue;
      }
      const above = label.length > 0 ? label : path;
      const isOwn = subject.length === 0 || isAsked(line.label.length > 0 ? line.label : above);
      if (line.label.length > 0) label = headingWords(line.label.join(' '));
      if (!concernsOpening(line, isQuoted || isOwn)) continue;
      const isOpen = line.rules?.length === 0 && line.saysWhen;
      if (line.rules === undefined || isOpen || isBounded) {
        if (isOwn || isAsked(line.words)) return undefined;
        continue;
      }
      if (!isOwn || line.rules.length === 0) continue;
      const key = label.join(' ');
      const schedule: Schedule = schedules.get(key) ?? { rules: [], places: new Map() };
      schedules.set(key, schedule);
      for (const rule of line.rules) {
        schedule.rules.push(rule);
        schedule.places.set(rule, { ...span, passage });
      }
    }
  }
  return [...schedules.values()];
}

/** Whether a line has to do with when something is open. */
const concernsOpening = ({ rules, saysOpen, saysClosed, saysWhen, saysDays }: HoursLine, isNear: boolean) =>
  isNear
    ? saysDays || saysClosed || (saysWhen && (saysOpen || rules?.length === 0))
    : saysClosed || (saysOpen && saysWhen);

interface ProvenHours extends DayHours {
  proof: QuotedSpan;
}

/** The hours of a day where all schedules have the same. */
function hoursOnDay(
  schedules: readonly Schedule[],
  day: Day,
  kind: DayKind['kind'],
): ProvenHours | undefined {
  const all = schedules.map(({ rules, places }) => {
    const found = hoursOn(rules, day, kind);
    const proof = found && places.get(found.rule);
    return proof && { ...found, proof };
  });
  const [first] = all;
  return first && all.every((one) => one && JSON.stringify(one.hours) === JSON.stringify(first.hours))
    ? first
    : undefined;
}

/** Days ahead in which the next opening is looked for. */
const maxDaysAhead = 14;

function dayFactsAt(
  place: Place,
  isAmerican: boolean,
  now: LocalTime,
  moment: AskedMoment,
  schedules: readonly Schedule[] | undefined,
): { said: DayFacts; proof: QuotedSpan | undefined } {
  const kindOf = (day: Day) => dayKindIn(place.country, day);
  const told = (day: Day) => schedules && hoursOnDay(schedules, day, kindOf(day).kind);
  const { day, way } = moment;
  const today = told(day);
  const kind = kindOf(day);
  const said: DayFacts = {
    day,
    way,
    today: now,
    holiday: kind.kind === 'holiday' ? kind.name : undefined,
    isAmerican,
    at: typeof moment.minutes === 'number' && way !== 'now' ? moment.minutes : undefined,
    isUnclear: moment.minutes === 'unclear',
    hours: today?.hours,
  };
  if (way !== 'now' || today === undefined || moment.minutes === 'unclear')
    return { said, proof: today?.proof };

  const before = told(day - 1);
  const late = before?.hours.find(({ to }) => to - 1440 > now.minutes);
  // Before the morning yesterday's hours may still go on.
  if (before === undefined && now.minutes < 6 * 60)
    return { said: { ...said, hours: undefined }, proof: undefined };
  const current = today.hours.find(({ from, to }) => from <= now.minutes && now.minutes < to);
  if (late || current) {
    const until = late ? late.to - 1440 : (current?.to ?? 0);
    return { said: { ...said, until }, proof: (late ? before : today)?.proof };
  }
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const then = ahead === 0 ? today : told(day + ahead);
    if (then === undefined) break;
    const opening = then.hours.find(({ from }) => ahead > 0 || from > now.minutes);
    if (opening)
      return { said: { ...said, opens: { day: day + ahead, at: opening.from } }, proof: today.proof };
  }
  return { said, proof: today.proof };
}

function speaksOfTime({ passage, start, end }: QuotedSpan): boolean {
  const line = hoursLine(passage.text.slice(start, end));
  return line !== undefined && (line.saysWhen || line.saysDays || line.saysClosed);
}

/**
 * The sentence that is said before the quoted ones where a question asks about a moment: what day it is and, where the hours
 * in the sources are understood without doubt, whether it is open then. Only what is so in all of `places`.
 */
export function leadForDay(
  question: string,
  language: Language,
  places: readonly Place[],
  now: Date,
  quoted: readonly QuotedSpan[],
  passages: readonly RankedPassage[],
): DayLead | undefined {
  if (!quoted.some(speaksOfTime) || quoted.some(({ passage }) => passage.isWritten)) return undefined;
  const asked = foldForTimes(question);
  const isAmerican = places.every(({ country }) => country === 'US' || country === 'CA');
  const leads = places.map((place) => {
    const local = localTime(now, place.timeZone);
    const moment = findAskedMoment(question, language, local, place.country);
    if (moment === undefined) return undefined;
    const schedules = asksOpening.test(asked)
      ? schedulesFor(subjectOf(question, language, moment), quoted, passages)
      : undefined;
    const { said, proof } = dayFactsAt(place, isAmerican, local, moment, schedules);
    const isYesNo = asksYesNo.test(asked) && !asksOther.test(asked);
    const text =
      moment.way === 'now' ? describeNow(said, language, isYesNo) : describeDay(said, language, isYesNo);
    return text === undefined ? undefined : { text, ...(proof && said.hours ? { proof } : {}) };
  });
  const [first] = leads;
  return leads.every((lead) => lead?.text === first?.text) ? first : undefined;
}

/** What is said of the day, and the sentences behind it: with the one that it rests on, where that was not among them. */
export function prependLead(
  question: string,
  language: Language,
  places: readonly Place[],
  now: Date,
  sentences: Quotation['sentences'],
  passages: readonly RankedPassage[],
): { lead: string | undefined; sentences: Quotation['sentences'] } {
  const lead = leadForDay(question, language, places, now, sentences, passages);
  const proof = lead?.proof;
  const isQuoted =
    proof === undefined ||
    sentences.some(
      ({ passage, start, end }) =>
        passage.id === proof.passage.id && start <= proof.start && proof.end <= end,
    );
  if (proof === undefined) return { lead: lead?.text, sentences };
  // Prices and telephone numbers around the hours say nothing more of them.
  const ofTime = sentences.filter(speaksOfTime);
  if (isQuoted) return { lead: lead?.text, sentences: ofTime };
  const { passage, start, end } = proof;
  return {
    lead: lead?.text,
    sentences: [
      { text: passage.text.slice(start, end).replace(/^[-•–*]\s+/, ''), passage, start, end },
      ...ofTime,
    ],
  };
}

/**
 * Further searches for a question whether all is open at some moment, where it finds nothing: sources say "Horaires",
 * or only "Ouvert". None for any other question.
 */
export function openingQuestions(
  question: string,
  language: Language,
  places: readonly Place[],
  now: Date,
): string[] {
  const [place] = places;
  if (place === undefined || !asksOpening.test(foldForTimes(question))) return [];
  const moment = findAskedMoment(question, language, localTime(now, place.timeZone), place.country);
  if (moment === undefined || subjectOf(question, language, moment).length > 0) return [];
  const [open, hours] = language === 'fr' ? ['ouvert', 'horaires'] : ['open', 'hours'];
  return [`${open} ${hours} ${weekdayName(moment.day, language)}`, `${open} ${hours}`, open];
}

/** A line for a model: what day and time it is, and whether today or tomorrow is a public holiday. */
export function momentLine(places: readonly Place[], now: Date): string {
  const lines = places.map(({ timeZone, country }) => {
    const { day, minutes } = localTime(now, timeZone);
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    const named = (one: number, hasYear: boolean) => {
      const kind = dayKindIn(country, one);
      const holiday = kind.kind === 'holiday' ? `, a public holiday (${kind.name.en})` : '';
      return `${dateText(one, 'en', { hasYear })}${holiday}`;
    };
    // Where it isn't known for sure, the time isn't either.
    const clock = places.length === 1 ? `; the time is ${time} (${timeZone})` : '';
    return `Today is ${named(day, true)}; tomorrow is ${named(day + 1, false)}${clock}.`;
  });
  return lines.every((line) => line === lines[0]) ? (lines[0] ?? '') : '';
}

/**
 * A question as it is looked for: what a day is called in the sources ("dimanche", "jours fériés") in place of the word for it
 * that only holds today ("demain"). The question itself where it names no such day.
 */
export function addDate(question: string, language: Language, places: readonly Place[], now: Date): string {
  const dated = places.map((place) => {
    const local = localTime(now, place.timeZone);
    const moment = findAskedMoment(question, language, local, place.country);
    if (moment === undefined || moment.spans.length === 0) return question;
    const kind = dayKindIn(place.country, moment.day);
    const holiday = kind.kind === 'holiday' ? { fr: 'jours fériés', en: 'public holidays' }[language] : '';
    const isNamed = moment.way === 'date' || moment.way === 'weekday';
    return isNamed
      ? [question, holiday].filter(Boolean).join(' ')
      : withDay(question, moment, holiday, language);
  });
  return dated.every((one) => one === dated[0]) ? (dated[0] ?? question) : question;
}

function withDay(question: string, { spans, day }: AskedMoment, holiday: string, language: Language): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of spans) {
    rest += question.slice(at, start);
    at = end;
  }
  rest += question.slice(at);
  // Hours are given from Monday to Friday: what is special about a day is that it is none of these.
  const isWeekend = weekdayOf(day) % 6 === 0;
  const names = [isWeekend ? weekdayName(day, language) : '', holiday].filter(Boolean).join(' ');
  return /[\p{L}\p{N}]/u.test(rest) ? `${rest.replace(/ {2,}/g, ' ').trim()} ${names}`.trim() : question;
}
