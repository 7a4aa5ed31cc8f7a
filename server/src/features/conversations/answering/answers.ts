import { linkToText } from '@parlance/contract/display/text-fragment';
import { writeUnknownReply } from '@parlance/contract/display/unknown-reply';
import type { AnswerMode, Citation } from '@parlance/contract/endpoints/embed';
import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import { defineTexts, speak } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import type { Context } from '../../../context.ts';
import type { Quotation, RankedPassage } from '../../knowledge/service.ts';
import type { Span } from '../../reading/service.ts';
import type { GroundedText } from '../generation/grounding.ts';
import { prependLead } from '../hours/day-lead.ts';
import { placesOf } from '../hours/time-zones.ts';
import { findUnknownSubject } from '../refusals/asked-subject.ts';
import { findNearSubjects } from '../refusals/near-subjects.ts';
import type { SmallTalk } from '../small-talk/recognition.ts';
import { composeSmallTalkReply } from '../small-talk/reply.ts';
import { latestMessages } from '../turns/queries.ts';
import { type Addressee, fullQuestionOf, type Turn } from '../turns/turn.ts';
import { citationPositionOf } from './citation-place.ts';
import type { Retrieved } from './retrieval/retrieval.ts';

/** What is said to whoever asks, and what it is said from. */
export interface Answer {
  mode: AnswerMode;
  text: string;
  citations: Citation[];
  /** All passages that were considered. */
  passages: readonly RankedPassage[];
  /** Questions that are offered instead. */
  subjects?: string[];
  smallTalk?: true;
  /** Sentences that a model wrote and nobody was shown. */
  leftOut?: readonly LeftOut[];
  /** Why it quotes where it would have been written, or charged. */
  fallback?: FallbackReason;
}

/** A question on its way to its answer. */
export interface AnswerTask extends Addressee {
  context: Context;
  turn: Turn;
  signal: AbortSignal;
}

/** The answer to small talk: nobody needs a search, or a model, to be greeted. */
export async function toSmallTalkAnswer(
  { context, chatbot, turn }: AnswerTask,
  { kind }: SmallTalk,
): Promise<Answer> {
  const { id, isNew } = turn.conversation;
  const before = isNew ? [] : await latestMessages(context.db, id, maxRepliesCompared);
  const { title } = chatbot.appearance;
  const speaker = {
    title: title || chatbot.name,
    tone: chatbot.tone,
    welcomeMessage: chatbot.welcome_message,
    suggestions: chatbot.suggestions,
    contact: chatbot.contact,
  };
  const replies = before.map(({ text }) => text);
  const text = composeSmallTalkReply(kind, turn.language, speaker, replies);
  return { mode: 'generated', text, citations: [], passages: [], smallTalk: true };
}

/**
 * The latest messages of a conversation that are compared: what one says again after these is not said twice running.
 */
const maxRepliesCompared = 4;

/** The answer without a model: what the sources say word for word, or that they hold nothing of it. */
export const toAnswerWithoutModel = (task: AnswerTask, { passages, quotation }: Retrieved): Answer =>
  quotation.answered
    ? toQuotedAnswer(task, quotation.sentences, passages)
    : toUnansweredAnswer(task, passages);

/**
 * The sentences as they stand in the sources, each followed by the number of its passage; what is known of the day that is
 * asked about in front of them.
 */
function toQuotedAnswer(
  { context, chatbot, turn }: AnswerTask,
  quoted: Quotation['sentences'],
  passages: readonly RankedPassage[],
): Answer {
  const now = context.clock();
  const { lead, sentences } = prependLead(
    fullQuestionOf(turn),
    turn.language,
    placesOf(chatbot),
    now,
    quoted,
    passages,
  );
  const numbered: QuotedPassage[] = [];
  const parts: string[] = lead === undefined ? [] : [lead];
  for (const sentence of sentences) {
    const passage = passages.find(({ id }) => id === sentence.passage.id);
    if (!passage) continue;
    let index = numbered.findIndex((cited) => cited.passage.id === passage.id);
    const known = numbered[index];
    if (known) known.parts.push(sentence);
    else index = numbered.push({ passage, parts: [sentence] }) - 1;
    parts.push(`${sentence.text} [${index + 1}]`);
  }
  return { mode: 'quoted', text: parts.join('\n\n'), citations: citationsOf(numbered), passages };
}

/** That the sources don't hold what was asked for, whom to turn to, and what is near. */
export function toUnansweredAnswer(
  { chatbot, turn }: Pick<AnswerTask, 'chatbot' | 'turn'>,
  passages: readonly RankedPassage[],
): Answer {
  const speaker = {
    tone: chatbot.tone,
    whenUnknown: chatbot.when_unknown,
    contact: chatbot.contact,
  };
  const own = passages.filter(({ isReworded }) => !isReworded);
  const text = writeUnknownReply(
    turn.language,
    speaker,
    findUnknownSubject(turn.question, turn.language, own),
  );
  const subjects = findNearSubjects(fullQuestionOf(turn), turn.language, passages);
  return { mode: 'unanswered', text, citations: [], passages, subjects };
}

/**
 * What the sources say beside what was written of an answer before its provider failed, word for word, under the numbers that
 * it uses: nothing where all of it is said.
 */
export function toQuotedRest(
  { turn }: Pick<AnswerTask, 'turn'>,
  { quotation }: Retrieved,
  written: string,
  used: readonly RankedPassage[],
): Pick<Answer, 'text' | 'citations'> | undefined {
  const said = new Set(wordsIn(written));
  const rest = (quotation.answered ? quotation.sentences : []).flatMap((sentence) => {
    const index = used.findIndex(({ id }) => id === sentence.passage.id);
    const passage = used[index];
    const words = wordsIn(sentence.text);
    const isSaid = words.filter((word) => said.has(word)).length * 2 >= words.length;
    return passage && !isSaid ? [{ sentence, passage, number: index + 1 }] : [];
  });
  if (rest.length === 0) return undefined;
  const { alsoSaid, quote } = speak(texts, turn.language);
  const quotes = rest.map(({ sentence, number }) => `${quote(sentence.text)} [${number}]`);
  const citations = rest.flatMap(({ sentence, passage, number }) =>
    citationsOf([{ passage, parts: [sentence] }]).map((citation) => ({ ...citation, number })),
  );
  return { text: [alsoSaid, ...quotes].join('\n\n'), citations };
}

const texts = defineTexts({
  alsoSaid: {
    fr: 'Mes sources disent aussi, mot pour mot :',
    en: 'My sources also say, word for word:',
  },
  quote: { fr: (text: string) => `« ${text} »`, en: (text: string) => `“${text}”` },
});

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}|\p{N}+/gu) ?? [];

/** What a model wrote. Only passages that the text cites are listed, under the numbers that it uses. */
export function toGeneratedAnswer(
  grounded: GroundedText,
  used: readonly RankedPassage[],
  passages: readonly RankedPassage[],
): Answer {
  const citations = [...grounded.cited]
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const passage = used[number - 1];
      if (!passage) return [];
      const [citation] = citationsOf([
        { passage, parts: [{ start: 0, end: passage.text.length, text: passage.text }] },
      ]);
      return citation ? [{ ...citation, number }] : [];
    });
  return { mode: 'generated', text: grounded.text.trim(), citations, passages };
}

interface QuotedPassage {
  passage: RankedPassage;
  /** What is quoted of its text, in the order in which it is said. */
  parts: (Span & { text: string })[];
}

const textOf = (parts: QuotedPassage['parts']) => parts.map(({ text }) => text).join(' ');

function citationsOf(numbered: readonly QuotedPassage[]): Citation[] {
  return numbered.map(({ passage, parts }, index) => {
    // A browser looks for a quote's end behind its beginning.
    const asOnPage = textOf(parts.toSorted((a, b) => a.start - b.start));
    return {
      number: index + 1,
      passageId: passage.id,
      sourceName: passage.sourceName,
      ...(passage.url === null ? {} : { url: linkToText(passage.url, asOnPage, passage.text) }),
      // Of a written answer the source's name is the question, as is the heading.
      position: passage.isAnswer ? {} : citationPositionOf(passage, parts),
      quote: textOf(parts),
    };
  });
}
