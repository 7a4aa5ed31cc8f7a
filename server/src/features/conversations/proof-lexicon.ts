import { lexicon, type NamedConcepts } from '../knowledge/service.ts';
import type { TextLanguage } from '../reading/service.ts';

/** The things that a text names, whatever it calls them. */
export const namedThings = (text: string, language: TextLanguage): readonly NamedConcepts[] =>
  lexicon().namedIn(text, language);

/** What may be spoken of instead of a thing: wider things and narrower ones. */
export const nearThings = (concept: number): ReadonlySet<number> => lexicon().near(concept);
