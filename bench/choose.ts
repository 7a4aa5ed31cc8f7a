import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Context } from '../server/src/context.ts';
import { certainty, signsOfAnswer } from '../server/src/features/knowledge/quoting/certainty.ts';
import type { Line } from '../server/src/features/knowledge/quoting/lines.ts';
import { readPassages } from '../server/src/features/knowledge/quoting/quote.ts';
import { type Signs, worth } from '../server/src/features/knowledge/quoting/worth.ts';
import {
  indexPassages,
  publishPassages,
  type RankedPassage,
} from '../server/src/features/knowledge/service.ts';
import { searchSources } from '../server/src/features/sources/service.ts';
import { newId } from '../server/src/kit/ids.ts';
import { freshDatabase } from '../server/src/test/database.ts';
import { fileText, readCollection } from './material/collections.ts';
import {
  isAnswerable,
  isRelevant,
  isRight,
  isTalk,
  type Organisation,
  ownOrganisations,
  readOrganisations,
  type Turn,
} from './material/dialogues.ts';
import { passagesOf } from './material/grounding-passages.ts';

/**
 * What each sign of a line is worth (`knowledge/quoting/worth`): the odds that make the lines that answer likeliest among
 * those of the passages found. For practical pages chosen on the organisations of `bench/organisations` and, twice, on every sixth
 * question of the encyclopaedias, for prose on every second one of these; the figures are those of what nothing was chosen on: the
 * organisations of the dialogues, and the encyclopaedias' other half. A follow-up is asked behind the question before it. Prints
 * what is chosen. Then by what a question has an answer at all (`certainty`), by those worths: chosen on our own organisations.
 */

const names = Object.keys(worth.prose) as (keyof Signs)[];
const certaintyNames = Object.keys(certainty) as (keyof typeof certainty)[];

interface Case {
  turn: Turn;
  /** The number of the question's words. */
  asked: number;
  read: Line[];
  lines: { text: string; signs: number[]; answers: boolean; relevant: boolean }[];
}

/** As many as a quotation is made from. */
const passagesFound = 12;

function caseOf(turn: Turn, passages: readonly RankedPassage[], isFound: (text: string) => boolean): Case {
  const read = readPassages(turn.ask, passages).read.flatMap(({ lines }) => lines);
  const lines = read.map(({ text, signs }) => ({
    text,
    signs: names.map((name) => signs[name]),
    relevant: isFound(text),
    answers: isFound(text) && isRight(turn, [text]),
  }));
  // Where two lines answer together, each that is part of it.
  if (!lines.some(({ answers }) => answers)) for (const line of lines) line.answers = line.relevant;
  return { turn, asked: passages[0]?.asked.length ?? 0, read, lines };
}

const oddsOf = (chosen: readonly number[], signs: readonly number[]) =>
  signs.reduce((sum, sign, at) => sum + sign * (chosen[at] as number), 0);

const shares = (values: readonly number[]) => {
  const most = Math.max(...values);
  const odds = values.map((value) => Math.exp(value - most));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return odds.map((one) => one / all);
};

const steps = 300;
/** How often a question of an encyclopaedia counts for practical pages: there are few beside the organisations'. */
const countedAs = 2;
/** Keeps what hardly matters near 0: of some forty signs, and of nine. */
const shrink = { worth: 0.002, certainty: 0.0002 };

/** The odds that make what answers likeliest: a conditional logit, climbed with Adam's steps (Kingma and Ba 2015). */
function choose(
  cases: readonly { lines: { signs: number[]; answers: boolean }[] }[],
  shrunk: number,
): number[] {
  const known = cases.filter(({ lines }) => lines.some(({ answers }) => answers));
  const chosen = known[0]?.lines[0]?.signs.map(() => 0) ?? [];
  const first = [...chosen];
  const second = [...chosen];
  for (let step = 1; step <= steps; step += 1) {
    const slope = chosen.map((one) => -shrunk * one);
    for (const { lines } of known) {
      const expected = shares(lines.map(({ signs }) => oddsOf(chosen, signs)));
      const right = lines.reduce((sum, { answers }, at) => sum + (answers ? (expected[at] as number) : 0), 0);
      for (const [at, { signs, answers }] of lines.entries()) {
        const share = expected[at] as number;
        const pull = ((answers ? share / right : 0) - share) / known.length;
        for (const [index, sign] of signs.entries()) slope[index] = (slope[index] as number) + pull * sign;
      }
    }
    for (const [at, rise] of slope.entries()) {
      first[at] = 0.9 * (first[at] as number) + 0.1 * rise;
      second[at] = 0.99 * (second[at] as number) + 0.01 * rise * rise;
      const mean = (first[at] as number) / (1 - 0.9 ** step);
      const size = Math.sqrt((second[at] as number) / (1 - 0.99 ** step)) + 1e-6;
      chosen[at] = (chosen[at] as number) + (0.1 * (1 - (0.9 * step) / steps) * mean) / size;
    }
  }
  return chosen;
}

/** Right with the first line, and within three, of the answerable. */
function rightOf(cases: readonly Case[], chosen: readonly number[]): [first: number, three: number] {
  let first = 0;
  let three = 0;
  for (const { turn, lines } of cases) {
    const ranked = lines
      .map(({ text, signs }) => ({ text, value: oddsOf(chosen, signs) }))
      .sort((a, b) => b.value - a.value)
      .map(({ text }) => text);
    if (isRight(turn, ranked.slice(0, 1))) first += 1;
    if (isRight(turn, ranked.slice(0, 3))) three += 1;
  }
  return [first, three];
}

const opened = await freshDatabase();
const context = { db: opened.db, models: {}, log: console } as unknown as Pick<
  Context,
  'db' | 'models' | 'log'
>;
const now = new Date();
const ownerId = newId(now);
await sql`insert into users (id, created_at, updated_at) values (${ownerId}, ${now}, ${now})`.execute(
  opened.db,
);

/** A chatbot that knows these documents, to be asked. */
async function chatbotOf(documents: { name: string; text: string }[]) {
  const chatbotId = newId(now);
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
    values (${chatbotId}, ${ownerId}, ${chatbotId}, ${chatbotId}, ${chatbotId}, 'website', 'fr', ${now}, ${now})`.execute(
    opened.db,
  );
  for (const document of documents) {
    const sourceId = newId(now);
    await sql`insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, created_at, updated_at)
      values (${sourceId}, ${ownerId}, ${chatbotId}, 'file', ${document.name}, 'text/plain', 'txt', ${now}, ${now})`.execute(
      opened.db,
    );
    const passages = await passagesOf({ documents: [document] });
    await indexPassages(opened.db, { ownerId, chatbotId, sourceId, version: 1, passages, now });
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
  }
  return async (question: string, language: 'fr' | 'en') =>
    (await searchSources(context, { ownerId, chatbotId, question, language, limit: passagesFound })).passages;
}

async function casesOf({ documents, dialogues }: Organisation): Promise<Case[]> {
  const search = await chatbotOf(documents);
  const cases: Case[] = [];
  for (const { language, turns } of dialogues) {
    for (const [at, turn] of turns.entries()) {
      if (isTalk(turn)) continue;
      const before = turn.kind === 'followup' ? (turns[at - 1]?.ask ?? '') : '';
      cases.push(
        caseOf(turn, await search(`${before} ${turn.ask}`.trim(), language), (text) =>
          isRelevant(turn, text),
        ),
      );
    }
  }
  return cases;
}

const own: Case[] = [];
for (const organisation of readOrganisations(ownOrganisations)) own.push(...(await casesOf(organisation)));
const organisations: { id: string; cases: Case[] }[] = [];
for (const organisation of readOrganisations())
  organisations.push({
    id: organisation.id,
    cases: (await casesOf(organisation)).filter(({ turn }) => isAnswerable(turn)),
  });

const collections: { name: string; few: Case[]; half: Case[]; others: Case[] }[] = [];
for (const name of ['piaf-fr', 'xquad-en']) {
  const { documents, questions, answers, language } = readCollection(name);
  const search = await chatbotOf(
    documents.map((document) => ({ name: `${document.id}.txt`, text: fileText(document) })),
  );
  const cases: Case[] = [];
  for (const { id, text } of questions) {
    const turn: Turn = { ask: text, kind: 'direct', expect: [answers.get(id) ?? []] };
    cases.push(caseOf(turn, await search(text, language), (line) => isRight(turn, [line])));
  }
  const half = cases.filter((_, at) => at % 2 === 1);
  collections.push({
    name,
    few: half.filter((_, at) => at % 3 === 0),
    half,
    others: cases.filter((_, at) => at % 2 === 0),
  });
}
await opened.close();

/** What the likeliest line by these odds says of whether there is an answer; of a question of which nothing was found there is none. */
function signsOfLikeliest({ lines, read, asked }: Case, odds: readonly number[]): number[] {
  const values = lines.map(({ signs }) => oddsOf(odds, signs));
  const value = Math.max(...values);
  const line = read[values.indexOf(value)];
  if (line === undefined) return [];
  const signs = signsOfAnswer({ line, value }, asked, read.length);
  return certaintyNames.map((name) => signs[name]);
}

/** An answer against none: a conditional logit of two, the unanswerable as many as the answerable. */
function chooseCertainty(cases: readonly Case[], odds: readonly number[]): number[] {
  const known = cases
    .map((one) => ({ turn: one.turn, certainty: signsOfLikeliest(one, odds) }))
    .filter(({ certainty }) => certainty.length > 0);
  const silent = known.filter(({ turn }) => !isAnswerable(turn));
  const times = Math.round(known.length / silent.length) - 1;
  const toChoice = ({ turn, certainty }: (typeof known)[number]) => ({
    lines: [
      { signs: certainty, answers: isAnswerable(turn) },
      { signs: certainty.map(() => 0), answers: !isAnswerable(turn) },
    ],
  });
  return choose(
    [...known, ...Array.from({ length: times - 1 }, () => silent).flat()].map(toChoice),
    shrink.certainty,
  );
}

const few = collections.flatMap((collection) => collection.few);
const chosen = {
  practical: choose([...own, ...Array.from({ length: countedAs }, () => few).flat()], shrink.worth),
  prose: choose(
    collections.flatMap(({ half }) => half),
    shrink.worth,
  ),
};
const sure = chooseCertainty(own, chosen.practical);
const share = (count: number, of: number) => (count / of).toFixed(3);
const rows: string[] = [];
const sums: [number, number] = [0, 0];
for (const { id, cases } of organisations) {
  const [first, three] = rightOf(cases, chosen.practical);
  sums[0] += first;
  sums[1] += three;
  rows.push(`| ${id} | ${cases.length} | ${share(first, cases.length)} | ${share(three, cases.length)} |`);
}
const all = organisations.flatMap(({ cases }) => cases);
rows.push(`| all ten | ${all.length} | ${share(sums[0], all.length)} | ${share(sums[1], all.length)} |`);
for (const { name, others } of collections) {
  const [first, three] = rightOf(others, chosen.prose);
  rows.push(
    `| ${name}, the other half | ${others.length} | ${share(first, others.length)} | ${share(three, others.length)} |`,
  );
}
for (const [kind, odds] of Object.entries(chosen))
  console.log(
    `${kind}\n${names.map((name, at) => `${name}: ${(odds[at] as number).toFixed(2)}`).join('\n')}`,
  );
console.log(certaintyNames.map((name, at) => `${name}: ${(sure[at] as number).toFixed(2)}`).join('\n'));

const section = `## What a line is worth

The odds of \`knowledge/quoting/worth\`, for practical pages chosen on twenty-four organisations of our own
(\`bench/organisations\`) and, twice, on every sixth question of the encyclopaedias, for prose on every second one of these
(\`npx tsx bench/choose.ts\`), and how often the line that they put first, or one of
the first three, answers on what nothing was chosen on: before anything is refused, follow-ups asked behind the question
before them.

| left out | answerable | first | within three |
|---|--:|--:|--:|
${rows.join('\n')}
`;
console.log(section);
writeFileSync('bench/results/choose.md', section);
