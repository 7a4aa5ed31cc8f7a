import type { BodyOf } from '@parlance/contract/endpoint';
import type {
  answerQuestion as answering,
  UnansweredGroup,
} from '@parlance/contract/endpoints/conversations';
import type { Source } from '@parlance/contract/endpoints/sources';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { getChatbot } from '../../chatbots/service.ts';
import { addAnswer } from '../../sources/service.ts';
import { deleteUnanswered, latestUnanswered, type UnansweredRow } from '../turns/queries.ts';
import { findSameQuestions, groupsOf } from './groups.ts';

/** The latest questions, which are grouped; what was asked before them comes up once these are answered. */
const maxQuestionsGrouped = 1000;
const maxGroups = 200;
const maxExamples = 3;

const normalizeQuestion = (question: string) =>
  question.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The question's other wordings, each once. */
function examplesOf([first, ...others]: readonly UnansweredRow[]): string[] {
  const told = new Set([normalizeQuestion(first?.question ?? '')]);
  return others
    .filter(({ question }) => !told.has(normalizeQuestion(question)) && told.add(normalizeQuestion(question)))
    .slice(0, maxExamples)
    .map(({ question }) => question);
}

/** Groups as they are shown, the most asked first. */
export const presentGroups = (chatbotId: string, groups: readonly UnansweredRow[][]): UnansweredGroup[] =>
  groups
    .flatMap((members) => {
      const [newest] = members;
      if (newest === undefined) return [];
      const { id, question, language, at, conversation_id: conversationId } = newest;
      const examples = examplesOf(members);
      const lastAt = at.toISOString();
      return { id, chatbotId, question, language, count: members.length, examples, conversationId, lastAt };
    })
    .sort((a, b) => b.count - a.count);

export async function listUnanswered(
  db: Db,
  ownerId: string,
  chatbotId: string,
): Promise<{ items: UnansweredGroup[]; isWhole: boolean }> {
  await getChatbot(db, ownerId, chatbotId);
  const rows = await latestUnanswered(db, ownerId, chatbotId, maxQuestionsGrouped + 1);
  const groups = await groupsOf(chatbotId, rows.slice(0, maxQuestionsGrouped));
  const items = presentGroups(chatbotId, groups);
  return {
    items: items.slice(0, maxGroups),
    isWhole: rows.length <= maxQuestionsGrouped && items.length <= maxGroups,
  };
}

/** The group of a question: those that mean the same. */
async function groupOf(
  chatbotId: string,
  rows: readonly UnansweredRow[],
  id: string,
): Promise<UnansweredRow[]> {
  const groups = await groupsOf(chatbotId, rows);
  return groups.find((members) => members.some((row) => row.id === id)) ?? [];
}

export async function dismissUnanswered(
  db: Db,
  ownerId: string,
  chatbotId: string,
  id: string,
): Promise<void> {
  await getChatbot(db, ownerId, chatbotId);
  const rows = await latestUnanswered(db, ownerId, chatbotId, maxQuestionsGrouped);
  const group = await groupOf(chatbotId, rows, id);
  // One that is older than those that are grouped goes alone.
  const ids = group.length > 0 ? group.map((row) => row.id) : [id];
  if ((await deleteUnanswered(db, ownerId, chatbotId, ids)) === 0) throw new AppError('not_found');
}

/**
 * Stores the answer to a question; those that it answers now leave the list, by the measure by which the answer is
 * found again.
 */
export async function answerQuestion(
  context: Context,
  ownerId: string,
  chatbotId: string,
  { question, answer, unansweredId }: BodyOf<typeof answering>,
  language: Language,
): Promise<Source> {
  await getChatbot(context.db, ownerId, chatbotId);
  const rows = await latestUnanswered(context.db, ownerId, chatbotId, maxQuestionsGrouped);
  const answered = await findSameQuestions(question, rows);
  if (unansweredId !== undefined) answered.push(...(await groupOf(chatbotId, rows, unansweredId)));
  const ids = [...answered.map(({ id }) => id), ...(unansweredId === undefined ? [] : [unansweredId])];
  const source = await addAnswer(context, ownerId, chatbotId, { question, answer }, language);
  // After it: whoever has heard nothing sends it again, which makes no other answer.
  if (ids.length > 0) await deleteUnanswered(context.db, ownerId, chatbotId, ids);
  return source;
}
