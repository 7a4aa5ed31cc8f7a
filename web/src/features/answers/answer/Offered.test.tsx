import { beforeEach, expect, test } from 'vitest';
import { press, render, says } from '../../../test/render.tsx';
import { Offered } from './Offered.tsx';

let asked: string[];
beforeEach(() => {
  asked = [];
});

test('what was offered to the visitor can be asked in the test, and is told in a transcript', async () => {
  const subjects = ['Piscine', '<b>Bar</b>'];
  await render(<Offered subjects={subjects} onAsk={(subject) => asked.push(subject)} />);
  expect(document.querySelector('fieldset legend')?.textContent).toBe('Proposé au visiteur');
  await press('Piscine');
  await press('<b>Bar</b>');
  expect(asked).toEqual(subjects);
  await render(<Offered subjects={subjects} />);
  expect(says('Proposé à la place\u00a0: «\u00a0Piscine\u00a0», «\u00a0<b>Bar</b>\u00a0»')).toBe(true);
  await render(<Offered />);
  expect(says('Proposé')).toBe(false);
});
