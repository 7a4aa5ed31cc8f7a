import type { Language } from '@parlance/contract/i18n';
import type { Db } from '../../../db/open.ts';
import type { EarlierAnswer } from '../../knowledge/service.ts';
import { type SmallTalk, smallTalkIn } from '../small-talk/recognition.ts';
import { bareQuestionIn } from '../understanding/bare-questions.ts';
import { followUpIn, mayFollowUp } from '../understanding/follow-ups.ts';
import { type EarlierTurn, earlierTopicsIn, rewriteQuestion } from '../understanding/rewriting.ts';
import { messagesToGoOnFrom } from './queries.ts';

/** Earlier messages that are looked at: the question gone on from, with small talk since. */
const maxMessagesRead = 10;

/** What a message asks. */
interface MessageIntent {
  /** The small talk that it is, where it asks nothing of the sources. */
  talk: SmallTalk | undefined;
  /** The question in full, where it goes on from what was said. */
  understood: string | undefined;
  /** What was spoken of before, where the message may be about that: by this, too, passages are ranked. */
  before?: string | undefined;
  /** What the question before was answered with, where the message may go on from that. */
  earlier?: EarlierAnswer | undefined;
}

/** What a message asks in its conversation. Only one that may go on is worth a look at what was said. */
export async function readInConversation(
  db: Db,
  text: string,
  language: Language,
  conversation: { id: string; owner_id: string } | undefined,
): Promise<MessageIntent> {
  const talk = smallTalkIn(text);
  const answered = yesOrNo(text);
  if (answered !== undefined) {
    const offered = answered === 'yes' && conversation ? await offeredIn(db, conversation) : undefined;
    return {
      talk: offered === undefined ? (talk ?? { kind: 'agreement', language }) : undefined,
      understood: offered,
    };
  }
  const asks = talk === undefined || mayAsk(text, talk);
  const bare = bareQuestionIn(text);
  const alone = { talk: bare === undefined ? talk : undefined, understood: bare };
  if (conversation === undefined || !asks || !mayFollowUp(text)) return alone;
  const message = followUpIn(text, language);
  if (talk !== undefined && message === undefined) return alone;
  const turns = turnsOf(await messagesToGoOnFrom(db, conversation, maxMessagesRead));
  const earlier = turns.find(({ question }) => smallTalkIn(question) === undefined);
  if (earlier === undefined) return alone;
  const whole = (message && rewriteQuestion(message, turns)) ?? bare;
  return {
    talk: whole === undefined ? talk : undefined,
    understood: whole,
    before: earlierTopicsIn(turns, language),
    earlier,
  };
}

/**
 * Whether small talk may be a question: "Pourquoi ?" puzzles, and "c’est rapide ?" praises, only where nothing was said
 * before.
 */
const mayAsk = (text: string, { kind }: SmallTalk) =>
  (kind === 'praise' && text.trimEnd().endsWith('?')) ||
  (/^(?:praise|agreement|puzzled|wellbeing)$/.test(kind) &&
    /^\s*(?:pourquoi|why|où|quand|combien|where|when)(?!\p{L})|(?:^|\s)[çc]a se passe/iu.test(text));

const yes = /^\s*(?:oui|ouais|yes|yeah|yep|yup|sure|volontiers|avec plaisir)\b/i;
const no = /^\s*(?:non|nan|no|nope)\b/i;

/** "oui", "yes please", "non merci": with nothing that is asked beside. */
function yesOrNo(text: string): 'yes' | 'no' | undefined {
  if (text.length > 40 || text.includes('?')) return undefined;
  if (
    !/^[\s\p{P}]*(?:(?:oui|ouais|yes|yeah|yep|yup|sure|volontiers|avec plaisir|non|nan|no|nope|merci|svp|please|thanks|thank you|bien|of course)[\s\p{P}]*)+$/iu.test(
      text,
    )
  )
    return undefined;
  return yes.test(text) ? 'yes' : no.test(text) ? 'no' : undefined;
}

/** What a model's last answer ended by asking: "Voulez-vous les tarifs ?" */
async function offeredIn(
  db: Db,
  conversation: { id: string; owner_id: string },
): Promise<string | undefined> {
  const [last] = await messagesToGoOnFrom(db, conversation, 1);
  if (last?.mode !== 'generated') return undefined;
  const sentences = last.text.trim().split(/(?<=[.!?…\]])\s+/u);
  const asked = sentences.at(-1) ?? '';
  return last.citations.length > 0 && /\?\s?$/.test(asked) && asked.length <= 200 ? asked : undefined;
}

/** Questions with their answers, the newest first. */
function turnsOf(newestFirst: Awaited<ReturnType<typeof messagesToGoOnFrom>>): EarlierTurn[] {
  const turns: EarlierTurn[] = [];
  let answer: Omit<EarlierTurn, 'question'> = { quotes: [] };
  for (const { role, text, understood, mode, citations } of newestFirst) {
    if (role === 'visitor') {
      turns.push({ question: understood ?? text, ...answer });
      answer = { quotes: [] };
    } else if (mode === 'quoted' || (mode === 'generated' && citations.length > 0)) {
      const quotes = mode === 'quoted' ? citations.map(({ quote }) => quote) : [text];
      answer = { heading: citations[0]?.position.heading, quotes };
    }
  }
  return turns;
}
