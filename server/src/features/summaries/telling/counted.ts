import type { SummarySection } from '@parlance/contract/endpoints/summaries';
import { type Language, speak } from '@parlance/contract/i18n';
import type { SummaryClaim } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { groupQuestions } from '../../conversations/unanswered/service.ts';
import { maskPersonalData } from '../period/masking.ts';
import { type AskedInPeriod, questionsOf, type Span } from '../period/queries.ts';
import { joinQuotes, maxExamples, maxLinks, questionPlace } from './claims.ts';
import { messages } from './messages.ts';

/** The latest questions, which are grouped: ten thousand conversations repeat themselves long before that. */
const maxQuestions = 5000;
const maxQuestionLength = 160;

/** The shortest ends a question best that was said in several ways: it has least beside what is asked. */
const tellingOf = (questions: readonly string[]) =>
  questions.reduce((best, one) => (one.length < best.length && one.length >= 8 ? one : best));

const sentenceAsked = /[^.!?…\n]{3,300}\?/g;

/** What is asked of all that was said; where nothing ends like a question, the whole. */
const questionIn = (text: string) => (text.match(sentenceAsked) ?? [text]).map((one) => one.trim()).join(' ');

const shorten = (question: string) =>
  question.length <= maxQuestionLength ? question : `${question.slice(0, maxQuestionLength - 1).trimEnd()}…`;

/** What visitors asked, told from their questions and what became of them, without a model. */
export async function countClaims(db: Db, span: Span, language: Language): Promise<SummaryClaim[]> {
  const t = speak(messages, language);
  const read = await questionsOf(db, span, maxQuestions);
  const asked = read.map((one) => ({
    ...one,
    question: shorten(questionIn(maskPersonalData(one.question, language)).replace(/\s+/g, ' ')),
  }));
  const numbers = new Map<string, number>();
  for (const { conversationId } of asked)
    if (!numbers.has(conversationId)) numbers.set(conversationId, numbers.size);

  const claimOf = (
    kind: SummarySection,
    text: string,
    some: readonly AskedInPeriod[],
    quoted: readonly AskedInPeriod[] = [],
  ): SummaryClaim => {
    const ids = [...new Set(some.map(({ conversationId }) => conversationId))];
    const quotes = quoted.map(({ question, conversationId }) => ({
      text: question,
      conversationIds: [conversationId],
    }));
    return {
      kind,
      text,
      numbers: ids.map((id) => numbers.get(id) ?? 0),
      conversationIds: ids.slice(0, maxLinks),
      // One stands in the sentence.
      quotes: joinQuotes(quotes).slice(0, maxExamples + 1),
    };
  };

  const claims: SummaryClaim[] = [];
  const groups = await groupQuestions(asked.filter(({ question }) => question !== ''));
  for (const members of groups) {
    const question = tellingOf(members.map((member) => member.question));
    const sayers = members.filter((member) => member.question === question);
    const claim = (kind: SummarySection, text: string, some: readonly AskedInPeriod[]) =>
      claims.push(claimOf(kind, text, some, [...sayers, ...some]));
    const told = (some: readonly AskedInPeriod[]) => ({
      question: questionPlace,
      count: some.length,
      conversations: new Set(some.map(({ conversationId }) => conversationId)).size,
    });
    const answered = members.filter(({ isAnswered, feedback }) => isAnswered && feedback !== 'down');
    const unanswered = members.filter(({ isAnswered }) => !isAnswered);
    const disliked = members.filter(({ isAnswered, feedback }) => isAnswered && feedback === 'down');
    const up = members.filter(({ feedback }) => feedback === 'up').length;
    claim('themes', t.theme(told(members)), members);
    if (answered.length > members.length / 2)
      claim('answered', t.answered(told(answered), members.length, up), answered);
    if (unanswered.length > 0) {
      claim('unanswered', t.unanswered(told(unanswered)), unanswered);
      claim('missing', t.add(told(unanswered)), unanswered);
    }
    if (disliked.length > 0) claim('missing', t.reread(told(disliked)), disliked);
  }
  const rated = { up: t.pleased, down: t.displeased };
  for (const thumb of ['up', 'down'] as const) {
    const some = asked.filter(({ feedback }) => feedback === thumb);
    const count = new Set(some.map(({ conversationId }) => conversationId)).size;
    if (count > 0) claims.push(claimOf('tone', rated[thumb](count), some));
  }
  return claims;
}
