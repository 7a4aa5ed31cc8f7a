import { speak } from '@parlance/contract/i18n';
import { planNames, planThatLifts, pricingPath } from '@parlance/contract/plans';
import { work } from '../../kit/jobs/job.ts';
import { accountLanguage, accountOf, optionalMail } from '../auth/service.ts';
import { planOf } from '../billing/service.ts';
import { messages } from './messages.ts';
import { endExpiredReservations, ensureLedgerMonths, hasCapAlert } from './queries.ts';
import {
  mailCapAlert,
  mailQuotaAlert,
  makeLedgerMonths,
  proveLedger,
  releaseExpiredReservations,
} from './queue.ts';
import { storeVerification } from './verification/last-verification.ts';
import { verifyLedger } from './verification/verify.ts';

const mailQuotaAlertWork = work(
  mailQuotaAlert,
  async (context, { ownerId, tokenType, level, left, limit }) => {
    const purpose = await optionalMail(context, ownerId, 'important');
    if (!purpose) return;
    const { email } = await accountOf(context.db, ownerId);
    const language = await accountLanguage(context.db, ownerId);
    const t = speak(messages, language);
    const { config } = context;
    const { plan } = await planOf(context.db, config.plans, ownerId);
    const lifting = planThatLifts(
      config.plans,
      plan.id,
      tokenType === 'message' ? 'messageTokens' : 'storageTokens',
    );
    const percent = level === 'warning80' ? 80 : 90;
    const sentence =
      level === 'exceeded'
        ? tokenType === 'message'
          ? t.messageExceeded(left, limit)
          : t.storageExceeded(left, limit)
        : t.warning(percent, t[tokenType]);
    const subject =
      level === 'exceeded' ? t.subjectExceeded(t[tokenType]) : t.subjectNear(percent, t[tokenType]);
    await context.mail.send({
      to: email,
      ...purpose,
      language,
      title: subject,
      paragraphs: [sentence],
      button:
        lifting && lifting.id !== 'free'
          ? { label: t.plan(planNames[lifting.id]), url: `${config.publicUrl}${pricingPath(lifting.id)}` }
          : { label: t.open, url: config.publicUrl },
      reason: t.reason,
    });
  },
);

/** Mails that a chatbot comes near to what its owner allows its visitors, or has reached it. */
const mailCapAlertWork = work(mailCapAlert, async (context, { chatbotName, limit, ...alert }) => {
  if (!(await hasCapAlert(context.db, alert))) return;
  const { ownerId, chatbotId, period, level } = alert;
  const purpose = await optionalMail(context, ownerId, 'important');
  if (!purpose) return;
  const { email } = await accountOf(context.db, ownerId);
  const language = await accountLanguage(context.db, ownerId);
  const t = speak(messages, language);
  const share = level === 'exceeded' ? undefined : level === 'warning80' ? 80 : 90;
  const of = period === 'day' ? t.ofDay : t.ofMonth;
  const subject = share === undefined ? t.capReached(chatbotName) : t.capNear(chatbotName, share);
  await context.mail.send({
    to: email,
    ...purpose,
    language,
    title: subject,
    paragraphs: [
      share === undefined ? t.capReachedText(limit, of) : t.capNearText(share, limit, of),
      t.capHow,
    ],
    button: {
      label: t.openChatbot,
      url: `${context.config.publicUrl}/chatbots/${chatbotId}/personnaliser`,
    },
    reason: t.reason,
  });
});

/** Releases reservations of work that died, but for what its provider is due. */
const releaseExpiredReservationsWork = work(releaseExpiredReservations, async (context) => {
  await endExpiredReservations(context.db, context.clock());
});

const monthsAhead = 3;

/** Makes this month of the ledger and the next ones. Where none is, the first charge makes it. */
const makeLedgerMonthsWork = work(makeLedgerMonths, async (context) => {
  const now = context.clock();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const months = Array.from(
    { length: 1 + monthsAhead },
    (_, ahead) => new Date(Date.UTC(year, month + ahead)),
  );
  await ensureLedgerMonths(context.db, months);
});

/** Proves the ledger each night; what differs is an error in the log, and a count in `/metrics`. */
export const proveLedgerWork = work(proveLedger, async (context, _, { signal }) => {
  const { log, db, clock } = context;
  const report = (line: string) => log.error({ difference: line }, 'the ledger is not what was kept of it');
  const { differences, seconds, accounts } = await verifyLedger(context, report, signal);
  await storeVerification(db, { differences, at: clock() });
  const outcome = { differences, accounts, seconds: Math.round(seconds) };
  if (differences > 0) log.error(outcome, 'the ledger was not proven');
  else log.info(outcome, 'the ledger was proven');
});

export const usageWork = [
  mailQuotaAlertWork,
  mailCapAlertWork,
  releaseExpiredReservationsWork,
  makeLedgerMonthsWork,
  proveLedgerWork,
];
