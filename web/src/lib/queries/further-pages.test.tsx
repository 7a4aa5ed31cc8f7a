import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { useFurtherPages } from './further-pages.ts';

let asked = 0;
async function fetchNextPage() {
  asked += 1;
}

let show: (cursors: (string | null)[], isWanted?: boolean) => void;
function List() {
  const [[cursors, isWanted], set] = useState<[(string | null)[], boolean]>([['a'], true]);
  show = (next, isWanted = true) => set([next, isWanted]);
  const pages = cursors.map((nextCursor) => ({ nextCursor }));
  useFurtherPages({ data: { pages }, isFetching: false, isError: false, fetchNextPage }, isWanted);
  return null;
}

test('each page leads to the next one, though its fetching was never drawn; the last to none', async () => {
  await render(<List />);
  expect(asked).toBe(1);
  await act(async () => show(['a', 'b']));
  await act(async () => show(['a', 'b']));
  expect(asked).toBe(2);
  await act(async () => show(['a', 'b', null]));
  await act(async () => show(['a', 'b', 'c'], false));
  expect(asked).toBe(2);
});
