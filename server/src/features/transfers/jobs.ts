import { dateWriter } from '@parlance/contract/display/dates';
import type { TransferStatus } from '@parlance/contract/endpoints/transfers';
import { speak } from '@parlance/contract/i18n';
import { transaction } from '../../db/transaction.ts';
import { work } from '../../kit/jobs/job.ts';
import { accountOf } from '../auth/service.ts';
import { messages } from './messages.ts';
import { expireTransfers, transferToTell } from './queries.ts';
import { closeTransfers, mailTransfer, type Side } from './queue.ts';
import { tellSides } from './service.ts';

/** Words of a chatbot's name that a stranger is sent: somebody chose them. */
const maxNameLength = 60;

const shorten = (name: string) =>
  name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1).trimEnd()}…`;

type Texts = ReturnType<typeof speak<typeof messages>>;

/** The mail's title and its paragraphs. */
function letterOf(
  t: Texts,
  to: Side,
  status: TransferStatus,
  { name, other, until }: { name: string; other: string; until: string },
): { title: string; paragraphs: string[] } {
  const letters = {
    sender: {
      pending: [t.senderPending(name), t.senderPendingBody(other, until)],
      accepted: [t.senderAccepted(name), t.senderAcceptedBody(other)],
      declined: [t.senderDeclined(name), t.senderDeclinedBody(other)],
      cancelled: [t.senderCancelled(name), t.senderCancelledBody(other)],
      expired: [t.senderExpired(name), t.senderExpiredBody(other)],
    },
    receiver: {
      pending: [t.receiverPending(name), t.receiverPendingBody(other, until), t.receiverPendingAdvice],
      accepted: [t.receiverAccepted(name), t.receiverAcceptedBody(other)],
      declined: [t.receiverDeclined(name), t.receiverDeclinedBody(other)],
      cancelled: [t.receiverCancelled(name), t.receiverCancelledBody(other)],
      expired: [t.receiverExpired(name), t.receiverExpiredBody(other)],
    },
  };
  const [title = '', ...paragraphs] = letters[to][status];
  return { title, paragraphs };
}

const mailTransferWork = work(mailTransfer, async ({ db, config, mail }, { transferId, to, status }) => {
  const transfer = await transferToTell(db, transferId);
  // Gone with one of its accounts; or decided since, which another mail tells.
  if (!transfer || (status === 'pending' && transfer.status !== 'pending')) return;
  const sender = await accountOf(db, transfer.owner_id);
  const receiver = transfer.receiver === null ? undefined : await accountOf(db, transfer.receiver);
  const address = to === 'sender' ? sender.email : transfer.email;
  if (address === '') return;
  // Who has no account yet is written to in the sender's language.
  const { language } = to === 'sender' ? sender : (receiver ?? sender);
  const t = speak(messages, language);
  const letter = letterOf(t, to, status, {
    name: shorten(transfer.chatbot_name),
    other: to === 'sender' ? transfer.email : sender.email,
    until: dateWriter(language, { dateStyle: 'long', timeZone: 'UTC' })(transfer.expires_at),
  });
  await mail.send({
    to: address,
    kind: 'contract',
    language,
    ...letter,
    button: { label: t.button, url: `${config.publicUrl}/admin/transfers` },
    reason: to === 'sender' || receiver ? t.reasonAccount : t.reasonOffered,
  });
});

const batch = 100;

/** Closes offers whose time is over, and has both sides told of whatever closed without a word: a deleted chatbot. */
const closeTransfersWork = work(closeTransfers, async (context, _payload, { signal }) => {
  const now = context.clock();
  await expireTransfers(context.db, now);
  for (let told = batch; told === batch && !signal.aborted; )
    told = await transaction(context.db, (db) => tellSides(db, now, batch));
});

export const transferWork = [mailTransferWork, closeTransfersWork];
