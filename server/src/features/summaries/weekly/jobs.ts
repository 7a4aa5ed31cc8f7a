import { dateWriter } from '@parlance/contract/display/dates';
import { type Language, speak } from '@parlance/contract/i18n';
import { type Day, isoDateOf, localTime, startOfDay } from '@parlance/contract/local-time';
import type { SummaryClaim } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { nilId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { work } from '../../../kit/jobs/job.ts';
import { accountOf, hasAccount, optionalMail } from '../../auth/service.ts';
import { planOf } from '../../billing/service.ts';
import { figuresOf, type Span } from '../period/queries.ts';
import { mailWeek, planWeeklyMails } from '../queue.ts';
import { takeLargest } from '../telling/claims.ts';
import { countClaims } from '../telling/counted.ts';
import { figureLines, sentenceOf } from '../telling/plain-text.ts';
import { messages } from './messages.ts';
import { accountsToTell, busiestChatbots } from './queries.ts';

const hourMs = 3_600_000;
const mailHour = 8;
/** How long before its time a mail is planned: a program that stands still over the weekend still sends it on Monday. */
const plannedAheadMs = 72 * hourMs;
/** Later than that it is no news any more. */
const latestMs = 36 * hourMs;
const pageSize = 500;
const maxChatbots = 10;
const maxQuestions = 3;

/** The next Monday at eight in a time zone; its date, which names the mail. */
export function nextMail(now: Date, timeZone: string): { monday: string; at: Date } {
  const timeOf = (day: Day) => new Date(startOfDay(day, timeZone).getTime() + mailHour * hourMs);
  const today = localTime(now, timeZone).day;
  // Day 0, 1 January 1970, was a Thursday.
  const monday = today + ((4 - (today % 7) + 7) % 7);
  const day = timeOf(monday) > now ? monday : monday + 7;
  return { monday: isoDateOf(day), at: timeOf(day) };
}

/** A mail has its account and its Monday for a key: it waits once, however often it is planned. */
export const planWeeklyMailsWork = work(planWeeklyMails, async ({ db, config, clock }, _, { signal }) => {
  for (let after: string = nilId; ; ) {
    const ids = await accountsToTell(db, after, pageSize);
    for (const ownerId of ids) {
      signal.throwIfAborted();
      const now = clock();
      const { timeZone } = await planOf(db, config.plans, ownerId);
      const { monday, at } = nextMail(now, timeZone);
      if (at.getTime() - now.getTime() > plannedAheadMs) continue;
      const dedupeKey = `${ownerId} ${monday}`;
      await enqueue(db, mailWeek, { ownerId, monday }, { now, ownerId, runAt: at, dedupeKey });
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
});

const dayOfDate = (date: string): Day => Date.parse(date) / (24 * hourMs);

/** What a chatbot's visitors asked, in a few lines; masked, as in a summary. */
async function tellChatbot(
  db: Db,
  span: Span,
  name: string,
  timeZone: string,
  language: Language,
): Promise<string[]> {
  const t = speak(messages, language);
  const figures = await figuresOf(db, span, timeZone);
  const claims = takeLargest(await countClaims(db, span, language));
  const quoted = (kind: SummaryClaim['kind']) =>
    claims
      .filter((claim) => claim.kind === kind)
      .slice(0, maxQuestions)
      .map(sentenceOf)
      .join(' ');
  const [most, missing] = [quoted('themes'), quoted('unanswered')];
  return [
    `${name}${language === 'fr' ? '\u00a0' : ''}: ${figureLines(figures, language).slice(0, 2).join(' ')}`,
    ...(most === '' ? [] : [t.most(most)]),
    ...(missing === '' ? [] : [t.missing(missing)]),
  ];
}

export const mailWeekWork = work(mailWeek, async (context, { ownerId, monday }) => {
  const { db, config, clock, mail } = context;
  if (!(await hasAccount(db, ownerId))) return;
  const purpose = await optionalMail(context, ownerId, 'activity');
  const { email, language } = await accountOf(db, ownerId);
  if (!purpose || email === '') return;
  const { timeZone } = await planOf(db, config.plans, ownerId);
  const day = dayOfDate(monday);
  const [from, to] = [startOfDay(day - 7, timeZone), startOfDay(day, timeZone)];
  if (clock().getTime() - to.getTime() > latestMs) return;
  const chatbots = await busiestChatbots(db, { ownerId, from, to }, maxChatbots);
  if (chatbots.length === 0) return;
  const t = speak(messages, language);
  const subject = t.subject(chatbots.reduce((sum, { conversations }) => sum + conversations, 0));
  const date = dateWriter(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const dateOf = (day: Day) => date(isoDateOf(day));
  const told: string[] = [];
  for (const { id, name } of chatbots)
    told.push(...(await tellChatbot(db, { ownerId, chatbotId: id, from, to }, name, timeZone, language)));
  await mail.send({
    to: email,
    ...purpose,
    language,
    title: subject,
    paragraphs: [t.week(dateOf(day - 7), dateOf(day - 1)), ...told],
    button: { label: t.button, url: `${config.publicUrl}/summary` },
    reason: t.reason,
  });
});
