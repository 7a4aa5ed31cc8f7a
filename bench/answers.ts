import fs from 'node:fs';
import { referenceAnswers } from './answers-reference.ts';
import { type Collection, fileText, normalise, readCollection } from './retrieval-collections.ts';
import { type Program, startProgram } from './retrieval-program.ts';

/**
 * Quoted answers, asked as a visitor asks: how many hold an expected answer, and what is refused of questions that the
 * sources answer and of those that they don't.
 */

interface Answer {
  mode: string;
  /** The quoted sentences as the citations carry them. */
  text: string;
}

async function ask(program: Program, publicId: string, text: string): Promise<Answer> {
  const answer = await fetch(`${program.url}/embed/v1/${publicId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.url },
    body: JSON.stringify({ text }),
  });
  const events = new Map<string, string[]>();
  for (const frame of (await answer.text()).split('\n\n')) {
    const event = /^event: (.*)$/m.exec(frame)?.[1];
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (event && data) events.set(event, [...(events.get(event) ?? []), data]);
  }
  const done = events.get('done')?.[0];
  if (done === undefined)
    throw new Error(`no answer to "${text}": ${answer.status} ${events.get('error')?.[0]}`);
  const { citations } = JSON.parse(events.get('citations')?.[0] ?? '{"citations":[]}') as {
    citations: { quote: string }[];
  };
  return {
    mode: (JSON.parse(done) as { mode: string }).mode,
    text: citations.map(({ quote }) => quote).join(' '),
  };
}

async function measure(program: Program, collection: Collection) {
  const { id, publicId } = await program.call<{ id: string; publicId: string }>('POST', '/api/v1/chatbots', {
    name: collection.name,
    platform: 'website',
  });
  await program.upload(
    id,
    collection.documents.map((document) => ({ name: `${document.id}.txt`, text: fileText(document) })),
  );
  const reference = referenceAnswers(collection);
  const counts = { ours: 0, reference: 0, wronglyRefused: 0, rightlyRefused: 0 };
  const holds = (text: string, question: string) => {
    const said = normalise(text);
    return collection.answers.get(question)?.some((answer) => said.includes(normalise(answer))) ?? false;
  };
  for (const question of collection.questions) {
    const answer = await ask(program, publicId, question.text);
    if (answer.mode === 'unanswered') counts.wronglyRefused += 1;
    if (holds(answer.text, question.id)) counts.ours += 1;
    if (holds(reference(question.text), question.id)) counts.reference += 1;
  }
  for (const question of collection.unanswerable) {
    if ((await ask(program, publicId, question.text)).mode === 'unanswered') counts.rightlyRefused += 1;
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
