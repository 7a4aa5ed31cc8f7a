import type { ImageRefusal } from '../images/formats/error.ts';
import type { PageSnippets } from './page-snippets.ts';

/** What the child is asked: to clean an SVG, or to look at a page. */
export type UntrustedInput =
  | { kind: 'svg'; bytes: Uint8Array }
  | { kind: 'page'; bytes: Uint8Array; charset: string | undefined; url: string };

export type UntrustedMessage =
  | { type: 'svg'; svg: string }
  | { type: 'page'; page: PageSnippets }
  | { type: 'refusal'; code: ImageRefusal };
