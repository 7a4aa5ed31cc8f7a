import { expect, test } from 'vitest';
import { toSearchForm } from './as-typed.ts';

test('what is typed and what is set meet, each character in its place', () => {
  expect(toSearchForm('L’ÉTÉ 148\u00a0€')).toBe("l'ete 148 €");
  for (const text of ['İstanbul', 'ﬁn', 'e\u0301té', '😀 Œuf', 'Straße'])
    expect(toSearchForm(text)).toHaveLength(text.length);
});
