/** Where in its document a text stands. Pages and rows count from 1, as people count them. */
export interface Position {
  page?: number;
  heading?: string;
  sheet?: string;
  row?: number;
}

/** What a reader makes of a document, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; text: string; position: Position }
  | { kind: 'paragraph' | 'item' | 'note'; text: string; position: Position }
  /** One row of a table, with the header that names its cells. */
  | { kind: 'row'; header: string[]; cells: string[]; position: Position };
