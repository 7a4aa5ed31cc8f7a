/**
 * A map that forgets what was used longest ago, so that its entries never weigh more than `size` together: each 1, or what
 * `weightOf` says.
 */
export class RecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #size: number;
  readonly #weightOf: (key: Key, value: Value) => number;
  #weight = 0;

  constructor(size: number, weightOf: (key: Key, value: Value) => number = () => 1) {
    this.#size = size;
    this.#weightOf = weightOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // The one used longest ago is the first.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#size) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(key, value);
  }
}
