import { vi } from 'vitest';

/** What a browser has as local storage. */
export function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

/** Makes the official client believe that it runs in a page at this address, until the test ends. */
export function openPage(address: string): URL {
  const location = new URL(address);
  const listen = () => {};
  vi.stubGlobal('window', {
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => {
        location.href = new URL(to, location).href;
      },
    },
    addEventListener: listen,
    removeEventListener: listen,
  });
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: listen });
  return location;
}
