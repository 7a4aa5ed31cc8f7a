import fs from 'node:fs';
import { type Collection, fileText, normalise, readCollection } from './material/collections.ts';
import { createReferenceAnswers } from './references/answers.ts';
import { type Program, startProgram } from './setup/program.ts';
import { askWidget } from './setup/widget-client.ts';

/**
 * Quoted answers, asked as a visitor asks: how many hold an expected answer, and what is refused of questions that the
 * sources answer and of those that they don't.
 */

async function measure(program: Program, collection: Collection) {
  const { id, publicId } = await program.call<{ id: string; publicId: string }>('POST', '/api/v1/chatbots', {
    name: collection.name,
    platform: 'website',
  });
  await program.upload(
    id,
    collection.documents.map((document) => ({ name: `${document.id}.txt`, text: fileText(document) })),
  );
  const reference = createReferenceAnswers(collection);
  const counts = { ours: 0, reference: 0, wronglyRefused: 0, rightlyRefused: 0 };
  const holds = (text: string, question: string) => {
    const said = normalise(text);
    return collection.answers.get(question)?.some((answer) => said.includes(normalise(answer))) ?? false;
  };
  for (const question of collection.questions) {
    const answer = await askWidget(program.url, publicId, { text: question.text });
    if (answer.mode === 'unanswered') counts.wronglyRefused += 1;
    if (holds(answer.quotes.join(' '), question.id)) counts.ours += 1;
    if (holds(reference(question.text), question.id)) counts.reference += 1;
  }
  for (const question of collection.unanswerable) {
    if ((await askWidget(program.url, publicId, { text: question.text })).mode === 'unanswered')
      counts.rightlyRefused += 1;
  }
  const share = (count: number, of: unknown[]) => (count / of.length).toFixed(3);
  return [
    collection.name,
    share(counts.ours, collection.questions),
    share(counts.reference, collection.questions),
    share(counts.rightlyRefused, collection.unanswerable),
    share(counts.wronglyRefused, collection.questions),
  ];
}

const program = await startProgram();
try {
  const rows: string[] = [];
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['piaf-fr', 'xquad-en']) {
    rows.push(`| ${(await measure(program, readCollection(name))).join(' | ')} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
  }
  fs.writeFileSync(
    'bench/results/answers.md',
    `## Answers

Quoting mode, asked through the widget's endpoint (\`npx tsx bench/answers.ts\`). Share of answers of at most three
sentences that hold an expected answer, a refusal counted as none; reference in the same run: the three sentences of the
first three paragraphs that share most words with the question (it refuses nothing). Then the share refused of questions
that the collection doesn't answer, and of those that it does.

| collection | Parlance | reference | unanswerable refused | answerable refused |
|---|--:|--:|--:|--:|
${rows.join('\n')}
`,
  );
} finally {
  await program.stop();
}
