import type { SourceErrorCode } from '@parlance/contract/errors';
import type { ReadingDetail } from '../files/reading-error.ts';
import type { ReadPassage } from '../passages/split.ts';
import type { Sitemap } from '../web/sitemap.ts';

/** A page as its server sent it. */
export interface PageInput {
  url: string;
  body: Uint8Array;
  charset?: string | undefined;
  ignoreHeader?: boolean | undefined;
  ignoreFooter?: boolean | undefined;
  /** Whether the addresses that it links to are asked for. */
  wantsLinks?: boolean | undefined;
}

export interface ReadPage {
  title?: string;
  canonical?: string;
  links: string[];
  passages: ReadPassage[];
  /** Of all that its passages say. */
  textHash: Uint8Array;
}

export interface ReadingRefusal {
  code: SourceErrorCode;
  detail?: ReadingDetail;
}

/** What the child is asked: pages of one site, or a sitemap. */
export type PagesTask =
  /** What is known of the site comes with its first pages, and what was learned of it is sent after the last. */
  | { kind: 'pages'; pages: PageInput[]; siteBlocks?: Uint8Array | undefined; isLast: boolean }
  | { kind: 'sitemap'; body: Uint8Array };

/** Pages in the order in which they were asked for. */
export type PagesMessage =
  | { type: 'pages'; pages: (ReadPage | { refusal: ReadingRefusal })[] }
  | { type: 'site'; siteBlocks: Uint8Array }
  | { type: 'sitemap'; sitemap: Sitemap }
  | { type: 'refusal'; refusal: ReadingRefusal };
