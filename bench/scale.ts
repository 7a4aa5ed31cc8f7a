import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../server/src/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '../server/src/db/open.ts';
import { indexPassages, publishPassages } from '../server/src/features/knowledge/service.ts';
import { type ReadPassage, splitIntoPassages } from '../server/src/features/reading/service.ts';
import { searchSources } from '../server/src/features/sources/service.ts';
import { newId } from '../server/src/kit/ids.ts';
import { readCollection } from './material/collections.ts';

/**
 * Time of a search as a chatbot grows, and among 200 chatbots: passages made of the sentences of the collections, drawn
 * anew, questions as their annotators wrote them. Embedded, or the database of DATABASE_URL (an empty one).
 */

const sizes = [1_000, 10_000, 100_000];
const neighbours = { chatbots: 200, passages: 500 };
const rounds = 300;

/** Mulberry32: the same draw in every run. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const collections = ['piaf-fr', 'xquad-en'].map(readCollection);
const questions = collections.flatMap((collection) => collection.questions.map(({ text }) => text));
const read: ReadPassage[] = [];
for (const { documents } of collections) {
  for (const { text } of documents) {
    for await (const passage of splitIntoPassages([{ kind: 'paragraph', text, position: {} }]))
      read.push(passage);
  }
}

/** Passages with the terms of two real ones each: as many as wanted, with the collections' frequencies. */
function* passagesOf(count: number, seed: number): Generator<ReadPassage> {
  const draw = random(seed);
  const pick = () => read[Math.floor(draw() * read.length)] as ReadPassage;
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const [one, other] = [pick(), pick()];
    const terms = new Map<number, number>();
    for (const passage of [one, other]) {
      for (const [at, term] of passage.terms.entries()) {
        if (draw() < 0.5) terms.set(term, (terms.get(term) ?? 0) + (passage.frequencies[at] ?? 1));
      }
    }
    const sorted = [...terms].sort(([a], [b]) => a - b);
    yield {
      ...one,
      ordinal,
      text: `${one.text.slice(0, one.text.length / 2)} ${other.text.slice(other.text.length / 2)} ${ordinal}`,
      terms: sorted.map(([term]) => term),
      frequencies: sorted.map(([, frequency]) => frequency),
      length: Math.round((one.length + other.length) / 2),
    };
  }
}

async function fill({ db }: OpenedDatabase, ownerId: string, count: number, seed: number): Promise<string> {
  const now = new Date();
  const chatbotId = newId(now);
  const sourceId = newId(now);
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
    values (${chatbotId}, ${ownerId}, ${chatbotId}, ${chatbotId}, ${chatbotId}, 'website', 'fr', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, created_at, updated_at)
    values (${sourceId}, ${ownerId}, ${chatbotId}, 'file', 'bench', 'text/plain', 'txt', ${now}, ${now})`.execute(
    db,
  );
  const source = { ownerId, chatbotId, sourceId, version: 1 };
  let batch: ReadPassage[] = [];
  for (const passage of passagesOf(count, seed)) {
    batch.push(passage);
    if (batch.length === 250) {
      await indexPassages(db, { ...source, passages: batch, now });
      batch = [];
    }
  }
  if (batch.length > 0) await indexPassages(db, { ...source, passages: batch, now });
  await publishPassages(db, { ...source, now });
  return chatbotId;
}

/** Milliseconds of a search in chatbots taken in turn. */
async function times(opened: OpenedDatabase, ownerId: string, chatbots: string[]) {
  const context = { db: opened.db, models: {}, log: { warn() {} } } as unknown as Parameters<
    typeof searchSources
  >[0];
  const draw = random(7);
  const taken: number[] = [];
  for (let round = -20; round < rounds; round += 1) {
    const question = questions[Math.floor(draw() * questions.length)] as string;
    const chatbotId = chatbots[Math.floor(draw() * chatbots.length)] as string;
    const start = performance.now();
    await searchSources(context, { ownerId, chatbotId, question, limit: 10 });
    if (round >= 0) taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return { median: taken[Math.floor(rounds * 0.5)] ?? 0, p95: taken[Math.floor(rounds * 0.95)] ?? 0 };
}

const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-scale-'));
const url = process.env.DATABASE_URL;
const opened = await openDatabase(url ? { url } : { dataDir: folder });
try {
  await migrate(opened);
  const now = new Date();
  const ownerId = newId(now);
  await sql`insert into users (id, created_at, updated_at) values (${ownerId}, ${now}, ${now})`.execute(
    opened.db,
  );
  const rows: string[] = [];
  const report = (name: string, { median, p95 }: { median: number; p95: number }, filled: string) => {
    rows.push(`| ${name} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${filled} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
  };
  for (const size of sizes) {
    const start = performance.now();
    const chatbotId = await fill(opened, ownerId, size, size);
    const perPassage = ((performance.now() - start) / size).toFixed(2);
    await sql`vacuum analyze`.execute(opened.db);
    report(
      `${size.toLocaleString('en')} passages in one chatbot`,
      await times(opened, ownerId, [chatbotId]),
      `${perPassage} ms`,
    );
  }
  const chatbots: string[] = [];
  for (let index = 0; index < neighbours.chatbots; index += 1) {
    chatbots.push(await fill(opened, ownerId, neighbours.passages, index));
  }
  await sql`vacuum analyze`.execute(opened.db);
  const [alone = ''] = chatbots;
  report(
    `one of ${neighbours.chatbots} chatbots with ${neighbours.passages} passages each`,
    await times(opened, ownerId, [alone]),
    '',
  );
  report(`all ${neighbours.chatbots} in turn`, await times(opened, ownerId, chatbots), '');
  fs.writeFileSync(
    `bench/results/scale-${opened.kind}.md`,
    `## Scale, ${opened.kind} database

Search by words (\`npx tsx bench/scale.ts\`${url ? ' with DATABASE_URL' : ''}), ${rounds} questions each, milliseconds, all in one
database that holds the others as well; last, the time to store a passage.

| | median | p95 | stored |
|---|--:|--:|--:|
${rows.join('\n')}
`,
  );
} finally {
  await opened.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
