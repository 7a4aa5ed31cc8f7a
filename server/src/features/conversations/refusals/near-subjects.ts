import type { Language } from '@parlance/contract/i18n';
import { likenessOf, meaningOf, type RankedPassage } from '../../knowledge/service.ts';
import { fold } from '../../reading/service.ts';

/** Subjects that are offered, and the best passages among which they are looked for. */
const maxSubjects = { offered: 2, read: 5 };
const maxLengths = { question: 90, subject: 40, words: 6 };

/** What headings are called that say where something stands, not what. */
const places =
  /^(?:pages?|feuil(?:le)?|sheet|slides?|diapo\w*|chapitre|chapter|partie|part|section|annexe|appendix|article|table(?:au)?|figure|col(?:umn|onne)?|document|lot|volume|tome)(?: ?\d{1,5}| (?:[ivxlc]{1,5}|[a-z]))?$/;
const empty = new Set([
  ...'introduction, intro, sommaire, table des matieres, contents, table of contents, index, accueil, home, conclusion'.split(
    ', ',
  ),
  ...'preambule, preamble, divers, autres, autre, other, others, misc, miscellaneous, notes, note, remarques'.split(
    ', ',
  ),
  ...'titre, title, sans titre, untitled, faq, foire aux questions, questions frequentes, q r, q a, questions'.split(
    ', ',
  ),
  ...'frequently asked questions, bienvenue, welcome, information, informations, infos, general, generalites'.split(
    ', ',
  ),
  ...'details, detail, reponse, reponses, answers, answer, suite, more, about, about us, a propos, qui sommes nous, who we are, en savoir plus, read more'.split(
    ', ',
  ),
]);

const foldText = (text: string) =>
  fold(text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A heading as something to press: a question as it stands, another as a short subject. Undefined where it says too little. */
export function subjectIn(heading: string): string | undefined {
  const text = heading
    .trim()
    .replace(/^[#*\s>•-]+|(?<![\s*:;,-])[\s*:;,-]+$/gu, '')
    .replace(/^(?:[QR] ?\d{0,3}|\d{1,3}(?:\.\d{1,3}){0,3}|[IVX]{1,4}|[a-zA-Z]) ?[.):–-]\s+/u, '')
    .replace(
      /^(?:\d{1,3}(?:\.\d{1,3}){0,3}|(?:art(?:icle|\.)|chap(?:itre|ter)|section|part(?:ie)?) [\dIVX]{1,5}(?: ?[.:–-])?)\s+/i,
      '',
    )
    .trim();
  const isQuestion = text.endsWith('?');
  if (text.length < 3 || text.length > (isQuestion ? maxLengths.question : maxLengths.subject))
    return undefined;
  // Addresses, file names, marks of a page's own making.
  if (/[@<>{}[\]|_=\\]|:\/\/|www\.|\.\w{2,5}$/u.test(text)) return undefined;
  if (!isQuestion && (/[.!…]/u.test(text) || text.split(/\s+/).length > maxLengths.words)) return undefined;
  const said = foldText(text);
  const letters = said.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || letters < (said.match(/\p{N}/gu)?.length ?? 0) * 2) return undefined;
  return places.test(said) || empty.has(said) ? undefined : text;
}

/**
 * The nearest subjects that a chatbot knows, in the visitor's language, as they stand in the headings of the passages that
 * were found; none that says again what was just asked.
 */
export function findNearSubjects(
  question: string,
  language: Language,
  passages: readonly RankedPassage[],
): string[] {
  const offered: string[] = [];
  const asked = meaningOf(question, language);
  const said = new Set([foldText(question)]);
  for (const passage of passages.slice(0, maxSubjects.read)) {
    const heading = passage.position.heading ?? '';
    const subject = subjectIn(passage.isAnswer ? heading : (heading.split(' › ').at(-1) ?? ''));
    if (passage.language !== language || subject === undefined || said.has(foldText(subject))) continue;
    said.add(foldText(subject));
    if (likenessOf(asked, meaningOf(subject, language)) > 0) continue;
    offered.push(subject);
    if (offered.length === maxSubjects.offered) break;
  }
  return offered;
}
