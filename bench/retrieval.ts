import fs from 'node:fs';
import { type Collection, fileText, gainAt10, readCollection } from './material/collections.ts';
import { createReferenceSearch } from './references/retrieval.ts';
import { type Program, startProgram } from './setup/program.ts';

/**
 * nDCG@10 of search by words alone, one document a file, through HTTP, beside BM25 as Lucene runs it on the same
 * documents in the same run.
 */

/** The most files that a chatbot may have; a larger collection is spread over chatbots and merged by score. */
const filesPerChatbot = 1_000;

interface Found {
  passages: { sourceName: string; score: number }[];
}

async function measure(program: Program, collection: Collection) {
  const count = Math.ceil(collection.documents.length / filesPerChatbot);
  const chatbots: string[] = [];
  for (let part = 0; part < count; part += 1) {
    const { id } = await program.call<{ id: string }>('POST', '/api/v1/chatbots', {
      name: `${collection.name} ${part + 1}`,
      platform: 'website',
    });
    const own = collection.documents.filter((_, index) => index % count === part);
    await program.upload(
      id,
      own.map((document) => ({ name: `${document.id}.txt`, text: fileText(document) })),
    );
    chatbots.push(id);
  }
  const reference = createReferenceSearch(collection);
  const scores = { ours: 0, reference: 0 };
  const times: number[] = [];
  for (const { id, text } of collection.questions) {
    const relevant = collection.relevance.get(id) ?? new Map();
    const start = performance.now();
    const found = await Promise.all(
      chatbots.map((chatbot) =>
        program.call<Found>('POST', `/api/v1/chatbots/${chatbot}/search`, {
          query: text.slice(0, 1_000),
          limit: 50,
        }),
      ),
    );
    times.push(performance.now() - start);
    const ranked = found.flatMap(({ passages }) => passages).sort((a, b) => b.score - a.score);
    const documents = [...new Set(ranked.map(({ sourceName }) => sourceName.replace(/\.txt$/, '')))];
    scores.ours += gainAt10(documents, relevant);
    scores.reference += gainAt10(reference(text), relevant);
  }
  times.sort((a, b) => a - b);
  const questions = collection.questions.length;
  return {
    name: collection.name,
    documents: collection.documents.length,
    questions,
    ours: scores.ours / questions,
    reference: scores.reference / questions,
    median: times[Math.floor(questions / 2)] ?? 0,
  };
}

/** What Lucene itself reaches, as measured by others on these files. */
const lucene: Record<string, number> = { cranfield: 0.49, 'piaf-fr': 0.831 };

const program = await startProgram();
try {
  const rows: string[] = [];
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['cranfield', 'piaf-fr', 'xquad-en']) {
    const result = await measure(program, readCollection(name));
    const cells = [
      result.name,
      result.documents,
      result.questions,
      result.ours.toFixed(4),
      result.reference.toFixed(4),
      lucene[name]?.toFixed(3) ?? '',
      `${result.median.toFixed(1)} ms`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
  }
  fs.writeFileSync(
    'bench/results/retrieval.md',
    `## Retrieval

nDCG@10, search by words alone, one TXT file a document, uploaded and searched through HTTP
(\`npx tsx bench/retrieval.ts\`). Reference: BM25 with Lucene's constants (k1 0.9, b 0.4) over the same files in the same
run; last, what Lucene itself reached elsewhere. A collection of more than 1,000 files lies in several chatbots, whose
results are merged by score.

| collection | documents | questions | Parlance | reference | Lucene | median search |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`,
  );
} finally {
  await program.stop();
}
