import type { TextLanguage } from '../../reading/service.ts';
import type { QuestionWord } from '../question/terms.ts';
import type { StoredPassage } from './presenter.ts';

/** A passage that a search has found. */
export interface FoundPassage extends StoredPassage {
  /** Whether its owner wrote it: said whole, or not at all. */
  isAnswer: boolean;
  /** Whether its owner wrote it for this very question: ranks before all else. */
  isWritten?: boolean;
  /** Whether it was found by what a model made of the question, not by the question. */
  isReworded?: boolean;
  /**
   * The score: by words alone BM25's sum with what standing together adds, else the fused ranks'. Comparable within one
   * search only.
   */
  score: number;
  /** The score by words, also where vectors were fused with it; 0 where only they found it. */
  scoreByWords: number;
  /** Cosine with the question, where it was found by vector. */
  similarity?: number;
  /** Its place among those found by words and by vectors, from 1. */
  rankByWords?: number | undefined;
  rankByVectors?: number | undefined;
  /** The question's words, with their rarity in this chatbot: what `quote` decides by. Shared by a search's passages. */
  asked: readonly QuestionWord[];
  /** The question as it was understood: spelled right. */
  question: string;
  /** What was spoken of before, where the question may be about that. */
  before?: string | undefined;
  /** The language that it is asked in, where it tells. */
  heard: TextLanguage | undefined;
  /** Whether its chatbot is so small that all of it was looked through. */
  isOfSmall?: boolean;
}

/** A passage that a search has found, with what its source is called: whoever keeps the sources adds that. */
export interface RankedPassage extends FoundPassage {
  sourceName: string;
  /** The address of a web page. */
  url: string | null;
}
