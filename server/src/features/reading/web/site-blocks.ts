import { hash } from 'node:crypto';
import type { Block } from '../blocks/block.ts';

/** Pages from which on a text is the site's, not a page's. */
const minRepeats = 3;
/** Blocks remembered of a site: those of some hundred pages, or of its templates many times over. */
const maxBlocks = 2_048;
const hashBytes = 8;
const ownerBytes = 6;
const entryBytes = hashBytes + ownerBytes + 1;

interface KnownBlock {
  /** The page on which it stays. */
  owner: string;
  pages: number;
  /** The page that it was met on last, by its place among all. */
  metOn: number;
}

const digest = (text: string, bytes: number) => hash('sha1', text, 'binary').slice(0, bytes);

const textOf = (block: Block) => ('text' in block ? block.text : block.cells.join('\t'));
/** Most texts have come without uneven spaces: looking is cheaper than replacing each space by one. */
const collapseSpace = (text: string) => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/**
 * Finds what a site's pages have in common (footers, banners, calls to action): the first page with it keeps it, so
 * that what it says can be found once; in the others it would only stand in every passage.
 */
export class SiteBlocks {
  /** Known blocks by hash. */
  readonly #known = new Map<string, KnownBlock>();
  #pages = 0;

  constructor(remembered: Uint8Array) {
    const bytes = Buffer.from(remembered.buffer, remembered.byteOffset, remembered.byteLength);
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
      this.#known.set(bytes.toString('latin1', at, at + hashBytes), {
        owner: bytes.toString('latin1', at + hashBytes, at + hashBytes + ownerBytes),
        pages: bytes[at + hashBytes + ownerBytes] as number,
        metOn: this.#pages++,
      });
    }
  }

  /** What to remember for the site's next pages: what was met last, that last. */
  toBytes(): Uint8Array {
    const kept = [...this.#known].sort(([, one], [, other]) => one.metOn - other.metOn).slice(-maxBlocks);
    const text = kept.map(
      ([hash, { owner, pages }]) => hash + owner + String.fromCharCode(Math.min(pages, 255)),
    );
    return Buffer.from(text.join(''), 'latin1');
  }

  /** The blocks of each page that are its own. Never nothing: a page that is all like others stays whole. */
  ownBlocks(pages: { url: string; blocks: Block[] }[]): Block[][] {
    // A block of the site is hashed once, then known by its text as it stands there.
    const byText = new Map<Block['kind'], Map<string, KnownBlock>>();
    const met = pages.map(({ url, blocks }) => {
      const owner = digest(url, ownerBytes);
      const page = this.#pages++;
      const known = blocks.map((block) => {
        const known = this.#knownOf(block, byText, owner);
        if (known.metOn !== page && known.owner !== owner) known.pages++;
        known.metOn = page;
        return known;
      });
      return { owner, blocks, known };
    });
    return met.map(({ owner, blocks, known }) => {
      const elsewhere = known.map((known) => (known.owner === owner ? 0 : known.pages));
      const first = elsewhere.indexOf(0);
      if (first < 0) return blocks;
      const last = elsewhere.lastIndexOf(0);
      const isOwn = blocks.map((_, at) => {
        const pages = elsewhere[at] as number;
        // Above its own first text and below its last, twice is enough: there stands what belongs to the site.
        return pages < (at < first || at > last ? 2 : minRepeats);
      });
      const own = blocks.filter((block, at) => isOwn[at] || headsSomething(blocks, isOwn, at, block));
      return own.some(({ kind }) => kind !== 'heading') ? own : blocks;
    });
  }

  #knownOf(block: Block, byText: Map<Block['kind'], Map<string, KnownBlock>>, owner: string): KnownBlock {
    const texts = byText.get(block.kind) ?? new Map<string, KnownBlock>();
    byText.set(block.kind, texts);
    const text = textOf(block);
    let known = texts.get(text);
    if (known === undefined) {
      const hash = digest(`${block.kind} ${collapseSpace(text)}`, hashBytes);
      known = this.#known.get(hash) ?? { owner, pages: 1, metOn: -1 };
      this.#known.set(hash, known);
      texts.set(text, known);
    }
    return known;
  }
}

/** Whether a heading still has anything under it that stays. */
function headsSomething(blocks: Block[], isOwn: boolean[], at: number, block: Block): boolean {
  if (block.kind !== 'heading') return false;
  for (let next = at + 1; next < blocks.length; next++) {
    const below = blocks[next] as Block;
    if (below.kind === 'heading' && below.level <= block.level) return false;
    if (below.kind !== 'heading' && isOwn[next]) return true;
  }
  return false;
}
