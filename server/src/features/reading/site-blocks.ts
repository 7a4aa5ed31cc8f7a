import { hash } from 'node:crypto';
import type { Block } from './block.ts';

/** On so many pages a text is the site's, not a page's. */
const repeated = 3;
/** What is remembered of a site: the blocks of some hundred pages, or of its templates many times over. */
const mostBlocks = 2_048;
const hashBytes = 8;
const ownerBytes = 6;
const entryBytes = hashBytes + ownerBytes + 1;

interface Known {
  /** The page that keeps it. */
  owner: string;
  pages: number;
}

const digest = (text: string, bytes: number) => hash('sha1', text, 'buffer').toString('latin1', 0, bytes);

const textOf = (block: Block) => ('text' in block ? block.text : block.cells.join('\t'));
/** Most texts have come without uneven spaces: looking is cheaper than replacing each space by one. */
const squeezed = (text: string) => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/**
 * Finds what a site's pages have in common (footers, banners, calls to action): the first page with it keeps it, so
 * that what it says can be found once; in the others it would only stand in every passage.
 */
export class SiteBlocks {
  /** By hash; the one met last stands last. */
  readonly #known = new Map<string, Known>();

  constructor(remembered: Uint8Array) {
    const bytes = Buffer.from(remembered.buffer, remembered.byteOffset, remembered.byteLength);
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
      this.#known.set(bytes.toString('latin1', at, at + hashBytes), {
        owner: bytes.toString('latin1', at + hashBytes, at + hashBytes + ownerBytes),
        pages: bytes[at + hashBytes + ownerBytes] as number,
      });
    }
  }

  /** What to remember for the site's next pages. */
  toBytes(): Uint8Array {
    const kept = [...this.#known].slice(-mostBlocks);
    const text = kept.map(
      ([hash, { owner, pages }]) => hash + owner + String.fromCharCode(Math.min(pages, 255)),
    );
    return Buffer.from(text.join(''), 'latin1');
  }

  /** The blocks of each page that are its own. Never nothing: a page that is all like others stays whole. */
  ownBlocks(pages: { url: string; blocks: Block[] }[]): Block[][] {
    // What is the site's is hashed once, known by its text as it stands there.
    const hashesOf = new Map<Block['kind'], Map<string, string>>();
    const hashOf = (block: Block) => {
      const hashes = hashesOf.get(block.kind) ?? new Map<string, string>();
      hashesOf.set(block.kind, hashes);
      const text = textOf(block);
      const known = hashes.get(text);
      if (known !== undefined) return known;
      const digested = digest(`${block.kind} ${squeezed(text)}`, hashBytes);
      hashes.set(text, digested);
      return digested;
    };
    const hashed = pages.map(({ url, blocks }) => ({
      owner: digest(url, ownerBytes),
      blocks,
      hashes: blocks.map(hashOf),
    }));
    for (const { owner, hashes } of hashed) {
      for (const hash of new Set(hashes)) {
        const known = this.#known.get(hash) ?? { owner, pages: 1 };
        if (known.owner !== owner) known.pages++;
        this.#known.delete(hash);
        this.#known.set(hash, known);
      }
    }
    return hashed.map(({ owner, blocks, hashes }) => {
      const elsewhere = hashes.map((hash) => {
        const known = this.#known.get(hash);
        return known && known.owner !== owner ? known.pages : 0;
      });
      const first = elsewhere.indexOf(0);
      if (first < 0) return blocks;
      const last = elsewhere.lastIndexOf(0);
      const isOwn = blocks.map((_, at) => {
        const pages = elsewhere[at] as number;
        // Above its own first text and below its last, twice is enough: there stands what belongs to the site.
        return pages < (at < first || at > last ? 2 : repeated);
      });
      const own = blocks.filter((block, at) => isOwn[at] || headsSomething(blocks, isOwn, at, block));
      return own.some(({ kind }) => kind !== 'heading') ? own : blocks;
    });
  }
}

/** A heading stays as long as anything stays under it. */
function headsSomething(blocks: Block[], isOwn: boolean[], at: number, block: Block): boolean {
  if (block.kind !== 'heading') return false;
  for (let next = at + 1; next < blocks.length; next++) {
    const below = blocks[next] as Block;
    if (below.kind === 'heading' && below.level <= block.level) return false;
    if (below.kind !== 'heading' && isOwn[next]) return true;
  }
  return false;
}
