import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import type { SummaryClaim } from '../../../db/json.ts';
import { transaction } from '../../../db/transaction.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import { conversationsAfter } from '../period/queries.ts';
import { spanOf } from '../period/span.ts';
import { advanceSummary, deleteNotes, insertNote, type Note, notesOf, type SummaryRow } from '../queries.ts';
import { joinByWords, maxClaims, takeLargest } from '../telling/claims.ts';
import { askAll, SummaryGone } from './asking.ts';
import {
  claimTokens,
  joiningPrompt,
  maxPerPrompt,
  promptBudget,
  type QuotedConversation,
  quoteConversation,
  readingPrompt,
  takeFitting,
} from './prompts.ts';

/** Prompts that are asked at once. */
const atOnce = 4;
/** Conversations read at once, and notes: no more are ever held. */
const conversationsHeld = atOnce * maxPerPrompt;
const notesHeld = atOnce * 16;

/** How far a summary has come, and what was spent on it. */
export interface Progress {
  read: number;
  lastRead: string | null;
  /** 0 while conversations are read; then how often their notes have been joined. */
  level: number;
  spent: LedgerPart[];
  /** All is read, and one note says it. */
  isWhole: boolean;
}

export const progressOf = ({ read, last_read, level, spent }: SummaryRow): Progress => ({
  read,
  lastRead: last_read,
  level,
  spent,
  isWhole: false,
});

interface Task {
  context: Context;
  row: SummaryRow;
  chatbot: ChatbotRow;
  progress: Progress;
  signal: AbortSignal;
}

/** Goes one step on: some prompts, and what was noted of their replies, kept together with how far it came. */
export async function writeOn(
  context: Context,
  row: SummaryRow,
  chatbot: ChatbotRow,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const task = { context, row, chatbot, progress, signal };
  if (progress.level === 0) await readOn(task);
  else await joinOn(task);
}

/** Stores a step; what was read, and is spent, counts from here on. */
async function keep(
  { context, row, progress }: Task,
  to: Partial<Progress>,
  notes: { added: readonly Note[]; joined?: readonly Note[] },
): Promise<void> {
  Object.assign(progress, to);
  await transaction(context.db, async (db) => {
    if (!(await advanceSummary(db, row, progress))) throw new SummaryGone('the summary was deleted');
    const [first] = notes.joined ?? [];
    if (first)
      await deleteNotes(
        db,
        row,
        first.level,
        (notes.joined ?? []).map(({ place }) => place),
      );
    for (const note of notes.added) await insertNote(db, row, note);
  });
}

/** Takes conversations into as many prompts as are asked at once. */
function batchesOf(conversations: readonly QuotedConversation[]): QuotedConversation[][] {
  const batches: QuotedConversation[][] = [];
  let rest = conversations;
  while (rest.length > 0 && batches.length < atOnce) {
    const batch = takeFitting(rest);
    batches.push(batch);
    rest = rest.slice(batch.length);
  }
  return batches;
}

async function readOn(task: Task): Promise<void> {
  const { context, row, chatbot, progress, signal } = task;
  const found = await conversationsAfter(context.db, spanOf(row), progress.lastRead, conversationsHeld);
  if (found.length === 0) return keep(task, { level: 1 }, { added: [] });
  const quoted = found.map((one, place) => quoteConversation(one, progress.read + place, row.language));
  const batches = batchesOf(quoted);
  const prompts = batches.map((batch) => readingPrompt(batch, row.language));
  const { asked, spent } = await askAll(context, { row, chatbot }, prompts, progress.spent, signal);
  // Those before the first that failed: the next try begins with it.
  const failedAt = asked.findIndex((one) => 'error' in one);
  const done = batches.slice(0, failedAt < 0 ? undefined : failedAt);
  const read = progress.read + done.flat().length;
  const added = done.map((batch, place) => {
    const outcome = asked[place];
    return {
      level: 0,
      place: batch[0]?.numbers[0] ?? 0,
      claims: outcome && 'claims' in outcome ? outcome.claims : [],
    };
  });
  const lastRead = done.at(-1)?.at(-1)?.id ?? progress.lastRead;
  await keep(task, { read, lastRead, spent }, { added });
  throwFailure(asked);
}

function throwFailure(asked: readonly object[]) {
  for (const one of asked) if ('error' in one) throw one.error;
}

/** The first notes that fit one prompt; two at least, so that they become fewer. */
function takeJoinable(notes: readonly Note[]): Note[] {
  let tokens = 0;
  const end = notes.findIndex(({ claims }, place) => {
    tokens += claims.reduce((sum, claim) => sum + claimTokens(claim), 0);
    return place > 1 && tokens > promptBudget.notes;
  });
  return notes.slice(0, end < 0 ? undefined : end);
}

/** The claims of joined notes: what the model joined, and what it left out. */
async function joinedClaims(
  claims: readonly SummaryClaim[],
  outcome: { claims: SummaryClaim[]; used: Set<string> },
  row: SummaryRow,
): Promise<SummaryClaim[]> {
  const left = claims.filter((_, place) => !outcome.used.has(`n${place + 1}`));
  const all = [...outcome.claims, ...(await joinByWords(left, row.language))];
  return takeLargest(all).slice(0, maxClaims + maxClaims);
}

async function joinOn(task: Task): Promise<void> {
  const { context, row, chatbot, progress, signal } = task;
  const from = progress.level - 1;
  const notes = await notesOf(context.db, row, from, notesHeld);
  const joinedAlready = await notesOf(context.db, row, progress.level, 2);
  if (notes.length === 0) {
    if (joinedAlready.length > 1) return keep(task, { level: progress.level + 1 }, { added: [] });
    progress.isWhole = true;
    return;
  }
  const [alone] = notes;
  if (notes.length === 1 && alone) {
    // The last of its level, or the only one: there is nothing to join it with here.
    const moved = { ...alone, level: progress.level };
    return keep(task, {}, { added: [moved], joined: [alone] });
  }
  const groups: Note[][] = [];
  for (let rest: Note[] = notes; rest.length > 1 && groups.length < atOnce; ) {
    const group = takeJoinable(rest);
    groups.push(group);
    rest = rest.slice(group.length);
  }
  const claims = groups.map((group) => group.flatMap((note) => note.claims));
  const prompts = claims.map((some) => joiningPrompt(some, row.language));
  const { asked, spent } = await askAll(context, { row, chatbot }, prompts, progress.spent, signal);
  const done = groups.filter((_, place) => 'claims' in (asked[place] ?? {}));
  const added: Note[] = [];
  for (const [place, group] of groups.entries()) {
    const outcome = asked[place];
    if (!outcome || !('claims' in outcome)) continue;
    const joined = await joinedClaims(claims[place] ?? [], outcome, row);
    added.push({ level: progress.level, place: group[0]?.place ?? 0, claims: joined });
  }
  await keep(task, { spent }, { added, joined: done.flat() });
  throwFailure(asked);
}
