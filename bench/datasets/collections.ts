import fs from 'node:fs';
import { resolve } from 'node:path';

/** Collections to measure with; BENCH_DATA says where they lie. */
const folder = resolve(process.env.BENCH_DATA ?? '../shared/bench');

export interface Collection {
  name: string;
  language: 'fr' | 'en';
  documents: { id: string; title: string; text: string }[];
  questions: { id: string; text: string }[];
  /** Question → document → grade. */
  relevance: Map<string, Map<string, number>>;
  /** Question → texts that answer it. */
  answers: Map<string, string[]>;
  unanswerable: { id: string; text: string }[];
}

function lines<T>(file: string): T[] {
  if (!fs.existsSync(file)) return [];
  const text = fs.readFileSync(file, 'utf8').trim();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
}

export function readCollection(name: string): Collection {
  const at = (file: string) => resolve(folder, name, file);
  const relevance = new Map<string, Map<string, number>>();
  for (const line of fs.readFileSync(at('qrels.tsv'), 'utf8').trim().split('\n')) {
    const [question = '', document = '', grade] = line.split('\t');
    relevance.set(question, (relevance.get(question) ?? new Map()).set(document, Number(grade)));
  }
  return {
    name,
    language: name.endsWith('-fr') ? 'fr' : 'en',
    documents: lines<Collection['documents'][number]>(at('corpus.jsonl')).filter(
      ({ text }) => text.trim() !== '',
    ),
    questions: lines(at('queries.jsonl')),
    relevance,
    answers: new Map(
      lines<{ id: string; answers: string[] }>(at('answers.jsonl')).map((row) => [row.id, row.answers]),
    ),
    unanswerable: lines(at('unanswerable.jsonl')),
  };
}

/** As the file of a document reads. */
export const fileText = ({ title, text }: { title: string; text: string }) =>
  title === '' ? text : `${title}\n\n${text}`;

/** Normalised discounted cumulative gain of the first ten, gains as graded. */
export function gainAt10(ranked: string[], relevant: Map<string, number>): number {
  const gain = (grades: number[]) =>
    grades.slice(0, 10).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
  const ideal = gain([...relevant.values()].sort((a, b) => b - a));
  return gain(ranked.map((id) => relevant.get(id) ?? 0)) / ideal;
}

/** Two texts are the same for a reader: quotes, spaces and case apart. */
export const normalise = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
