/** A map that forgets what was used longest ago, so that it never holds more than `size` entries. */
export class RecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#touch(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#touch(key, value);
    if (this.#entries.size > this.#size)
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The one used longest ago is the first. */
  #touch(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
