import { expect, test } from 'vitest';
import { press, render, says } from '../../../test/render.tsx';
import { AnswerFacts } from './AnswerFacts.tsx';

test('what an answer cost opens to what its tokens went to', async () => {
  const parts = [
    { name: 'instructions' as const, tokens: 420 },
    { name: 'passages' as const, tokens: 1310 },
    { name: 'history' as const, tokens: 80 },
    { name: 'answer' as const, tokens: 41 },
  ];
  await render(<AnswerFacts mode="generated" tokens={1851} parts={parts} seconds={0.05} />);
  const opener = document.querySelector('button');
  expect(opener?.getAttribute('aria-expanded')).toBe('false');
  expect(says('Passages')).toBe(false);
  await press('1\u00a0851 jetons');
  expect(opener?.getAttribute('aria-expanded')).toBe('true');
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Instructions 420 ·',
    'Passages 1\u00a0310 ·',
    'Messages précédents 80 ·',
    'Réponse 41',
  ]);
  await press('1\u00a0851 jetons');
  expect(says('Passages')).toBe(false);
});

test('an answer that quotes for want of something better says why', async () => {
  await render(<AnswerFacts mode="quoted" tokens={0} fallback="provider" />);
  expect(says('Le modèle de langage n’a pas répondu jusqu’au bout')).toBe(true);
});

test('an answer whose parts nobody knows says what it cost, and offers nothing', async () => {
  await render(<AnswerFacts mode="quoted" tokens={12} />);
  expect(says('Citations de vos sources · 12 jetons')).toBe(true);
  expect(document.querySelector('button')).toBeNull();
});
