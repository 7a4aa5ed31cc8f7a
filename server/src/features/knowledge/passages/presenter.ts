import type { Passage } from '@parlance/contract/endpoints/sources';
import type { Position, TextLanguage } from '../../reading/service.ts';
import type { PassageRow } from './queries.ts';

/** A passage as the database keeps it. */
export interface StoredPassage {
  id: string;
  sourceId: string;
  ordinal: number;
  text: string;
  position: Position;
  starts: number[];
  language: TextLanguage;
  tokens: number;
  excluded: boolean;
}

export const toStoredPassage = (row: PassageRow): StoredPassage => ({
  id: row.id,
  sourceId: row.source_id,
  ordinal: row.ordinal,
  text: row.text,
  position: row.position,
  starts: row.starts,
  language: row.language,
  tokens: row.tokens,
  excluded: row.excluded,
});

/** A passage as the contract shows it, and nothing else of it. */
export const presentPassage = (
  passage: Omit<StoredPassage, 'ordinal' | 'language' | 'starts'> & { sourceName: string },
): Passage => ({
  id: passage.id,
  sourceId: passage.sourceId,
  sourceName: passage.sourceName,
  text: passage.text,
  position: passage.position,
  tokens: passage.tokens,
  excluded: passage.excluded,
});
