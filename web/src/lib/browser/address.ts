/** The one of these words that a text is, or none. */
export const oneOf = <T extends string>(all: readonly T[], text: string | null): T | '' =>
  all.find((one) => one === text) ?? '';

/** An address with some of its parts changed; '' takes a part away. */
export function addressWith(address: URLSearchParams, parts: Record<string, string>): string {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}
