import type { Position, TextLanguage } from '../reading/service.ts';
import type { PassageRow } from './queries.ts';

/** A passage as screens and answers show it. */
export interface StoredPassage {
  id: string;
  sourceId: string;
  ordinal: number;
  text: string;
  position: Position;
  language: TextLanguage;
  tokens: number;
  excluded: boolean;
}

export const presentPassage = (row: PassageRow): StoredPassage => ({
  id: row.id,
  sourceId: row.source_id,
  ordinal: row.ordinal,
  text: row.text,
  position: row.position,
  language: row.language,
  tokens: row.tokens,
  excluded: row.excluded,
});
