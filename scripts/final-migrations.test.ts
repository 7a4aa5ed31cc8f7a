import { expect, test } from 'vitest';
import { findChangedMigrations, readFinalMigrations } from './final-migrations.ts';

test('no final migration has changed: databases that have run it would never learn of that', () => {
  expect(findChangedMigrations(readFinalMigrations())).toEqual([]);
});

test('one that was edited, or taken away, is named', () => {
  const final = new Map(readFinalMigrations());
  const [first = ''] = final.keys();
  expect(first).not.toBe('');
  final.set(first, '0'.repeat(64)).set('0000_gone.sql', '0'.repeat(64));
  expect(findChangedMigrations(final)).toEqual([first, '0000_gone.sql']);
});
