/** What stands in an archive. */
export interface Entry {
  name: string;
  /** A folder has none. */
  size: number;
  isFolder: boolean;
}

const blockBytes = 512;
const maxNameBytes = 100;

/** A field of figures: octal, or 256 to a byte where that has no room. */
function writeNumber(block: Buffer, value: number, at: number, length: number) {
  const octal = value.toString(8);
  if (octal.length < length) return block.write(octal.padStart(length - 1, '0'), at, 'latin1');
  block.writeBigUInt64BE(BigInt(value), at + length - 8);
  block[at] = 0x80;
}

const checksumOf = (block: Buffer) => {
  let sum = 0;
  // The checksum's own field counts as spaces.
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 32 : (block[at] as number);
  return sum;
};

/** The block that an entry begins with, in the format that every `tar` reads. */
export function tarHeader({ name, size, isFolder }: Entry, at: Date): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`${name} is too long a name for an archive`);
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0);
  writeNumber(block, isFolder ? 0o700 : 0o600, 100, 8);
  writeNumber(block, 0, 108, 8);
  writeNumber(block, 0, 116, 8);
  writeNumber(block, size, 124, 12);
  writeNumber(block, Math.floor(at.getTime() / 1000), 136, 12);
  block.write(isFolder ? '5' : '0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return block;
}

/** What fills the last block of an entry. */
export const tarPadding = (size: number) => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

export const tarEnd = Buffer.alloc(2 * blockBytes);

function readNumber(block: Buffer, at: number, length: number): number {
  if (block[at] === 0x80) return Number(block.readBigUInt64BE(at + length - 8));
  const text =
    block
      .toString('latin1', at, at + length)
      .split('\0', 1)[0]
      ?.trimEnd() ?? '';
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

const broken = () => new Error('this is not a whole archive of Parlance');

function readHeader(block: Buffer): Entry {
  const type = block.toString('latin1', 156, 157);
  const size = readNumber(block, 124, 12);
  const end = block.indexOf(0);
  const isSound =
    readNumber(block, 148, 8) === checksumOf(block) &&
    (type === '0' || type === '5') &&
    Number.isSafeInteger(size) &&
    !(type === '5' && size > 0);
  if (!isSound) throw broken();
  return { name: block.toString('utf8', 0, Math.min(end, maxNameBytes)), size, isFolder: type === '5' };
}

/** Reads an archive from its beginning; whatever is passed is told to `onBytes`. */
export class TarReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #onBytes: (bytes: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>, onBytes: (bytes: Buffer) => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#onBytes = onBytes;
  }

  /** At most so many of the next bytes, at least one. */
  async #some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) throw broken();
      this.#rest = value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    this.#onBytes(taken);
    return taken;
  }

  async #block(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = blockBytes; left > 0; ) {
      const piece = await this.#some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** The next entry, whose body is to be read before the next one; undefined at the end. */
  async next(): Promise<Entry | undefined> {
    const block = await this.#block();
    if (block.some((byte) => byte !== 0)) return readHeader(block);
    if ((await this.#block()).some((byte) => byte !== 0)) throw broken();
    return undefined;
  }

  async *body({ size }: Entry): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const piece = await this.#some(left);
      left -= piece.length;
      yield piece;
    }
    for (let left = tarPadding(size).length; left > 0; ) left -= (await this.#some(left)).length;
  }
}
