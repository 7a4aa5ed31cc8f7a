import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { Table } from './Table.tsx';

let watched: { see: (inSight: boolean) => void; group: Element }[] = [];

beforeEach(() => {
  watched = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell;
      }
      observe(group: Element) {
        const boundingClientRect = { height: 1000 };
        const see = (isIntersecting: boolean) =>
          this.#tell(
            [{ isIntersecting, target: group, boundingClientRect } as unknown as IntersectionObserverEntry],
            this as unknown as IntersectionObserver,
          );
        watched.push({ see, group });
      }
      disconnect() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at) }));
const show = (count: number) =>
  render(
    <Table
      caption="Sources"
      columns={[{ key: 'id', header: 'Nom', names: true, cell: ({ id }) => id }]}
      rows={rows(count)}
      rowKey={({ id }) => id}
    />,
  );
const drawn = () => document.querySelectorAll('tr[data-row]').length;

test('of a long list only the first rows are drawn, and what comes near', async () => {
  await show(5000);
  expect(drawn()).toBe(50);
  expect(watched).toHaveLength(200);
  await act(async () => watched[100]?.see(true));
  expect(drawn()).toBe(75);
  expect(document.querySelector('[data-row="2500"]')?.getAttribute('aria-rowindex')).toBe('2502');
  await act(async () => watched[100]?.see(false));
  expect(drawn()).toBe(50);
  expect(watched[100]?.group.querySelector('td')?.style.height).toBe('1000px');
});

test('a short list is drawn whole', async () => {
  await show(200);
  expect(drawn()).toBe(200);
});
