import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { press, render, says } from '../../../test/render.tsx';
import { Suggestions } from './Suggestions.tsx';

let list: string[];

function List({ initial }: { initial: string[] }) {
  const [state, setState] = useState(initial);
  list = state;
  return <Suggestions suggestions={state} onChange={setState} error={undefined} />;
}

const input = (label: RegExp) =>
  [...document.querySelectorAll('input')].find((one) =>
    label.test(one.getAttribute('aria-label') ?? ''),
  ) as HTMLInputElement;
const fill = (label: RegExp, text: string) =>
  act(async () => {
    const field = input(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('moved by buttons, the focus goes along and the move is announced', async () => {
  await render(<List initial={['a', 'b', 'c']} />);
  await press(/^(Descendre la question 1|Move question 1 down)$/);
  expect(list).toEqual(['b', 'a', 'c']);
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/(Descendre|Move) .*question 2/i);
  expect(says('«\u00a0a\u00a0»\u00a0: place 2 sur 3.') || says('“a”: place 2 of 3.')).toBe(true);
  await press(/^(Descendre la question 2|Move question 2 down)$/);
  expect(list).toEqual(['b', 'c', 'a']);
  // At the end there is no further down.
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/(Monter la question 3|question 3 up)/);
});

test('an emptied question goes when its field is left, not while somebody types', async () => {
  await render(<List initial={['a', 'b']} />);
  await fill(/question 1/i, '');
  expect(list).toEqual(['a', 'b']);
  await fill(/question 1/i, 'autre');
  expect(list).toEqual(['autre', 'b']);
  await fill(/question 1/i, '');
  await act(async () => input(/question 1/i).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(list).toEqual(['b']);
});

test('ten and no more; a blank is none', async () => {
  await render(<List initial={['1', '2', '3', '4', '5', '6', '7', '8', '9']} />);
  await fill(/Nouvelle|New/, '   ');
  await press(/^(Ajouter|Add)$/);
  expect(list).toHaveLength(9);
  await fill(/Nouvelle|New/, ' dix ');
  await press(/^(Ajouter|Add)$/);
  expect(list.at(-1)).toBe('dix');
  expect(input(/Nouvelle|New/)).toBeUndefined();
});
