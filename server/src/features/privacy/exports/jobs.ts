import { momentWriter } from '@parlance/contract/display/dates';
import { speak } from '@parlance/contract/i18n';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { RetryLater, work } from '../../../kit/jobs/job.ts';
import { accountOf } from '../../auth/service.ts';
import { expireExports, mailExport, writeExport } from '../queue.ts';
import { archiveUrl } from './link.ts';
import { messages } from './messages.ts';
import {
  endExport,
  expireExports as expire,
  exportById,
  forgetExports,
  markReady,
  stuckExports,
} from './queries.ts';
import { ExportGone, writeArchive } from './writing.ts';

const dayMs = 86_400_000;
/** How long an archive can be fetched. */
const fetchableMs = 7 * dayMs;
/** How long one may take before it is given up. */
const longestMs = 3 * dayMs;
/** How long the list tells of one that is no more. */
const toldMs = 30 * dayMs;
/** How long one is written before others get the place. */
const sliceMs = 20_000;

const failExport = (context: Parameters<typeof writeArchive>[0], ownerId: string, id: string) =>
  transaction(context.db, async (db) => {
    if (!(await endExport(db, { ownerId, id }, 'error'))) return;
    await enqueue(db, mailExport, { ownerId, exportId: id }, { now: context.clock(), ownerId });
  });

/** Writes an archive, some seconds at a time, each on behind the last part that was stored. */
const writeExportWork = work(
  writeExport,
  async (context, { ownerId, exportId }, { signal }) => {
    const made = await exportById(context.db, ownerId, exportId);
    if (!made || (made.status !== 'pending' && made.status !== 'running')) return;
    const now = context.clock();
    try {
      const isWhole = await writeArchive(context, made, {
        signal,
        until: performance.now() + sliceMs,
        async onWhole(db) {
          await markReady(db, ownerId, exportId, new Date(now.getTime() + fetchableMs));
          await enqueue(db, mailExport, { ownerId, exportId }, { now, ownerId });
        },
      });
      if (!isWhole) throw new RetryLater(0);
    } catch (error) {
      // Deleted amid, by its owner or with the account.
      if (!(error instanceof ExportGone)) throw error;
    }
  },
  { onDead: (context, { ownerId, exportId }) => failExport(context, ownerId, exportId) },
);

const mailExportWork = work(mailExport, async (context, { ownerId, exportId }) => {
  const { db, config, mail } = context;
  const made = await exportById(db, ownerId, exportId);
  if (made?.status !== 'ready' && made?.status !== 'error') return;
  const { email, language } = await accountOf(db, ownerId);
  // A single sign-on may vouch for no address.
  if (email === '') return;
  const t = speak(messages, language);
  const until = made.expires_at ? `${momentWriter(language, 'UTC')(made.expires_at)} UTC` : '';
  const letter =
    made.status === 'ready'
      ? {
          title: t.readySubject,
          paragraphs: [t.readyIntro, t.readyUntil(until), t.readyAdvice],
          button: { label: t.readyButton, url: archiveUrl(context, made) },
        }
      : {
          title: t.failedSubject,
          paragraphs: [t.failedIntro, t.failedAdvice],
          button: { label: t.failedButton, url: `${config.publicUrl}/settings` },
        };
  await mail.send({
    to: email,
    kind: 'security',
    language,
    ...letter,
    reason: t.reason,
  });
});

/** Deletes archives when their week is over; those that nobody makes any more are told as failed. */
const expireExportsWork = work(expireExports, async (context) => {
  const { db, clock } = context;
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  await expire(db, clock());
  for (const { id, owner_id } of await stuckExports(db, ago(longestMs)))
    await failExport(context, owner_id, id);
  await forgetExports(db, ago(toldMs));
});

export const exportWork = [writeExportWork, mailExportWork, expireExportsWork];
