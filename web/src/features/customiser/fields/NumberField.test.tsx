import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { field, render, says, type } from '../../../test/render.tsx';
import { NumberField } from './NumberField.tsx';

let set: (value: number | null) => void;
let value: number | null;

function Field({ isWhole = false }: { isWhole?: boolean }) {
  const [state, setState] = useState<number | null>(null);
  [value, set] = [state, setState];
  return (
    <NumberField
      label="Jetons"
      value={state}
      onChange={setState}
      isWhole={isWhole}
      isRight={(number) => (isWhole ? Number.isInteger(number) && number <= 1_000_000 : number <= 2)}
      wrong="Pas un nombre."
    />
  );
}

beforeEach(() => {
  value = null;
});

test('a whole number may have its thousands apart, in either language', async () => {
  await render(<Field isWhole />);
  for (const [typed, read] of [
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['1,000', 1000],
    ['12.500', 12_500],
    ['', null],
    ['0', 0],
  ] as const) {
    await type('Jetons', typed);
    expect([typed, value]).toEqual([typed, read]);
  }
});

test('what is no such number is said, and changes nothing', async () => {
  await render(<Field isWhole />);
  await type('Jetons', '500');
  for (const typed of ['1,5', '2000000', '-3', '5e3', 'beaucoup']) {
    await type('Jetons', typed);
    expect([typed, value, says('Pas un nombre.')]).toEqual([typed, 500, true]);
  }
});

test('a decimal may have a comma; what is undone is shown undone', async () => {
  await render(<Field />);
  await type('Jetons', '0,7');
  expect(value).toBe(0.7);
  await act(async () => set(1.5));
  expect(field('Jetons').value).toMatch(/^1[.,]5$/);
  await act(async () => set(null));
  expect(field('Jetons').value).toBe('');
});
