import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { dropJobsDue } from '../../../kit/jobs/queue.ts';
import { deleteKey, endAllSessions, hasAccount, lockOwner } from '../../auth/service.ts';
import { deleteChatbot } from '../../chatbots/service.ts';
import { deleteSource } from '../../sources/service.ts';
import { beginDeletion, type DeletionStep, finishBegun } from '../deletion/steps.ts';
import { type DeletedKind, type Deletion, findReturned } from './queries.ts';
import { markOfDatabase, markOfRegister, moveMark, numberOf, readNote } from './register.ts';

/** What a replay does with what is not this feature's, passed in by `app.ts`. */
export interface ReplayParts {
  steps: readonly DeletionStep[];
  deleteConversation(context: Context, ownerId: string, id: string): Promise<unknown>;
  removeFiles(context: Context): Promise<void>;
  /** The names of jobs that tell somebody something. */
  messages: readonly string[];
}

const dayMs = 86_400_000;
/** Any figure of ours: one replay at a time, of all processes. */
const lockNumber = 7_041_980_214;

/** What of an account's is deleted again, in this order: most of it goes with the first. */
const kinds = ['account', 'chatbot', 'source', 'conversation', 'api_key'] as const;

const none = { account: 0, chatbot: 0, source: 0, conversation: 0, api_key: 0 };

async function deleteAgain(
  context: Context,
  parts: ReplayParts,
  kind: DeletedKind,
  { id, ownerId }: { id: string; ownerId: string },
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'chatbot') return deleteChatbot(context, ownerId, id);
  if (kind === 'source') return deleteSource(context, ownerId, id);
  if (kind === 'api_key') return void (await deleteKey(context.db, ownerId, id));
  if (kind === 'conversation') return void (await parts.deleteConversation(context, ownerId, id));
  await transaction(context.db, async (db) => {
    await lockOwner(db, id);
    await beginDeletion(db, id, context.clock());
  });
  await finishBegun(context, id, { steps: parts.steps, signal, isTold: true });
}

/** Deletes again what is there again of what was deleted once; gives how many of each kind. */
export async function replay(
  context: Context,
  parts: ReplayParts,
  deletions: readonly Deletion[],
  signal: AbortSignal,
): Promise<Record<DeletedKind, number>> {
  const done = { ...none };
  for (const kind of kinds) {
    const ids = deletions.filter((deletion) => deletion.kind === kind).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += 1000) {
      const some = ids.slice(from, from + 1000);
      const returned =
        kind === 'account' ? await accountsAmong(context, some) : await findReturned(context.db, kind, some);
      for (const one of returned) {
        signal.throwIfAborted();
        try {
          await deleteAgain(context, parts, kind, one, signal);
        } catch (error) {
          // Gone meanwhile, with what it hung on.
          if (!(error instanceof AppError && error.code === 'not_found')) throw error;
        }
        done[kind]++;
      }
    }
  }
  await parts.removeFiles(context);
  return done;
}

async function accountsAmong({ db }: Context, ids: readonly string[]) {
  const found: { id: string; ownerId: string }[] = [];
  for (const id of ids) if (await hasAccount(db, id)) found.push({ id, ownerId: id });
  return found;
}

export const tellDone = ({ account, chatbot, source, conversation, api_key }: Record<DeletedKind, number>) =>
  `${account} accounts, ${chatbot} chatbots, ${source} sources, ${conversation} conversations and ${api_key} API keys were deleted again.`;

/** Runs alone among the processes of one database; the embedded one has a single process. */
async function alone<T>({ db, database }: Context, run: () => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') return run();
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${lockNumber})`.execute(session);
    try {
      return await run();
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(session);
    }
  });
}

/**
 * Brings a database that was restored from a backup up to its register of deletions, before anything is served: deletes again
 * what was deleted since, ends all sessions (those that were ended since are back), and drops messages that should have gone
 * out more than a day ago. Killed, it is done again by the next start. Does nothing with a database that is as new as
 * its register.
 */
export async function catchUp(
  context: Context,
  parts: ReplayParts,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const isBehind = async () => {
    const [known, written] = [
      await markOfDatabase(context.db, context.clock()),
      await markOfRegister(context),
    ];
    if (known.number > (written?.number ?? 0) + 1)
      context.log.warn(
        { known: known.number, written: written?.number ?? 0 },
        'the register of deletions is older than the database: what was deleted since is not known to it',
      );
    return written !== undefined && written.number > known.number ? { known, written } : undefined;
  };
  if (!(await isBehind())) return;
  await alone(context, async () => {
    const marks = await isBehind();
    if (!marks) return;
    const { known, written } = marks;
    const { db, clock, files } = context;
    say(
      `The database is of ${new Date(known.at).toISOString()}, its register of deletions of ${new Date(written.at).toISOString()}.`,
    );
    await endAllSessions(db);
    await dropJobsDue(db, parts.messages, new Date(clock().getTime() - dayMs));
    const sum = { ...none };
    for (const name of await files.notes.list()) {
      if ((numberOf(name) ?? 0) <= known.number) continue;
      const done = await replay(context, parts, readNote(name, (await files.notes.read(name)) ?? ''), signal);
      for (const kind of kinds) sum[kind] += done[kind];
    }
    await moveMark(context, known, { number: written.number, at: clock().getTime() }, async () => {});
    say(tellDone(sum));
  });
}
