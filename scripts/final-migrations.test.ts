import { expect, test } from 'vitest';
import { changedMigrations, finalMigrations } from './final-migrations.ts';

test('no final migration has changed: databases that have run it would never learn of that', () => {
  expect(changedMigrations(finalMigrations())).toEqual([]);
});

test('one that was edited, or taken away, is named', () => {
  const final = new Map(finalMigrations());
  const [first = ''] = final.keys();
  expect(first).not.toBe('');
  final.set(first, '0'.repeat(64)).set('0000_gone.sql', '0'.repeat(64));
  expect(changedMigrations(final)).toEqual([first, '0000_gone.sql']);
});
