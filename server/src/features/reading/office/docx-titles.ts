import type { Block } from '../blocks/block.ts';
import type { PlacedBlock } from '../blocks/headings.ts';
import { isEntry } from '../blocks/list-entry.ts';

/** Below any style's heading that a document may have. */
const boldLevel = 6;

/** More lines in bold, one below the other, are a letterhead or a text that is all bold. */
const maxTitles = 3;

/** Lines in bold as the titles of what stands below them. */
export class BoldTitles {
  #pending: Block[] = [];

  *add(block: Block, isBold: boolean): Generator<PlacedBlock> {
    if (isBold) {
      this.#pending.push(block);
      // What is all bold has no end that must be waited for.
      if (this.#pending.length > 2 * maxTitles)
        yield { block: this.#pending.shift() as Block, isApart: true };
      return;
    }
    const held = this.#pending.splice(0);
    const hasEntry = held.some((one) => 'text' in one && isEntry(one.text));
    for (const one of held) {
      const mayBeTitle = !hasEntry && held.length <= (one.kind === 'item' ? 1 : maxTitles);
      if ('text' in one && mayBeTitle) {
        const { text, position } = one;
        yield { block: { kind: 'heading', level: boldLevel, text, position }, isApart: true };
      } else yield { block: one, isApart: true };
    }
    yield { block, isApart: true };
  }

  /** The last lines, which head nothing. */
  *end(): Generator<PlacedBlock> {
    for (const block of this.#pending) yield { block, isApart: true };
  }
}
