/** Where in its document a text stands. Pages and rows count from 1, as people count them. */
export interface Position {
  page?: number;
  /** The last one, where it goes on over several. */
  pageEnd?: number;
  heading?: string;
  sheet?: string;
  row?: number;
  rowEnd?: number;
}

/** Where a further page begins in a text. */
export interface PageStart {
  at: number;
  page: number;
}

/** What a reader makes of a document, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; text: string; position: Position }
  /** `pages`: those on which a paragraph goes on that begins on the page of its position. */
  | { kind: 'paragraph' | 'item' | 'note'; text: string; position: Position; pages?: PageStart[] }
  /** One row of a table, with the header that names its cells. */
  | { kind: 'row'; header: string[]; cells: string[]; position: Position };
