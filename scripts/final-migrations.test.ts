import { expect, test } from 'vitest';
import { findChangedMigrations, readFinalMigrations } from './final-migrations.ts';

test('no final migration has changed: databases that have run it would never learn of that', () => {
  expect(findChangedMigrations(readFinalMigrations())).toEqual([]);
});

test('one that was edited, or taken away, is named', () => {
  const final = new Map([
    ['0000_gone.sql', '0'.repeat(64)],
    ['0001_schema.sql', '0'.repeat(64)],
  ]);
  expect(findChangedMigrations(final)).toEqual(['0000_gone.sql', '0001_schema.sql']);
});
