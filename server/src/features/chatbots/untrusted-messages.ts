import type { ImageRefusal } from './image-error.ts';

/** What the child is asked: to clean an SVG. */
export interface UntrustedInput {
  kind: 'svg';
  bytes: Uint8Array;
}

export type UntrustedMessage = { type: 'svg'; svg: string } | { type: 'refusal'; code: ImageRefusal };
