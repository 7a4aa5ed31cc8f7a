import { sentencesOf } from '../../server/src/features/reading/passages/sentences.ts';
import type { Organisation, Turn } from '../material/dialogues.ts';
import { createReferenceSearch } from './retrieval.ts';

/**
 * What thirty lines do: BM25 over sentences and rows, each with its nearest heading; a follow-up is asked together with
 * the question before it; nothing is refused, nobody is greeted. Three sentences, the best first.
 */
export function createReferenceReplies({ language, documents }: Organisation) {
  const pieces = new Map<string, string>();
  const units = documents.flatMap(({ name, text }) => {
    let heading = '';
    return text.split('\n').flatMap((line) => {
      if (line.trim() === '') return [];
      if (line.length <= 90 && !/[.;!:]$/.test(line) && !line.includes(';')) heading = line;
      const sentences = name.endsWith('.csv')
        ? [line]
        : sentencesOf(line).map(({ start, end }) => line.slice(start, end));
      return sentences.map((sentence) => {
        const id = String(pieces.size);
        pieces.set(id, sentence);
        return { id, title: sentence === heading ? '' : heading, text: sentence };
      });
    });
  });
  const search = createReferenceSearch({
    name: '',
    language,
    documents: units,
    questions: [],
    relevance: new Map(),
    answers: new Map(),
    unanswerable: [],
  });
  return (turn: Turn, before: string | undefined): string[] =>
    search(turn.kind === 'followup' && before !== undefined ? `${before} ${turn.ask}` : turn.ask)
      .slice(0, 3)
      .map((id) => pieces.get(id) ?? '');
}
