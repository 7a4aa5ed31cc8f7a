import { expect, test } from 'vitest';
import { decodeText, excerptOf, locatePassage, locateRows } from './original-text.ts';

const cut = (text: string, range: { start: number; end: number } | undefined) =>
  range && text.slice(range.start, range.end);

test('a file is decoded as it was read', () => {
  expect(decodeText(new TextEncoder().encode('Été'))).toBe('Été');
  expect(decodeText(Uint8Array.of(0xc9, 0x74, 0xe9))).toBe('Été');
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xc9, 0, 0x74, 0))).toBe('Ét');
  expect(decodeText(Uint8Array.of(0xc9, 0, 0x74, 0))).toBe('Ét');
  expect(decodeText(Uint8Array.of(0, 0xc9, 0, 0x74))).toBe('Ét');
});

test('a passage is found although its lines were joined and its entries were marked', () => {
  const text =
    'Accueil\n\nLe petit déjeuner\nest servi   de 7 h\nà 10 h.\n\n  Chiens admis\n  Chats admis\n\nFin';
  expect(cut(text, locatePassage(text, 'Le petit déjeuner est servi de 7 h à 10 h.'))).toBe(
    'Le petit déjeuner\nest servi   de 7 h\nà 10 h.',
  );
  expect(cut(text, locatePassage(text, '- Chiens admis\n- Chats admis'))).toBe('Chiens admis\n  Chats admis');
  expect(locatePassage(text, 'Ce qui n’y est pas')).toBeUndefined();
  expect(locatePassage(text, '')).toBeUndefined();
});

test('words that stand twice don’t mislead', () => {
  const far = ' autre chose'.repeat(60);
  const text = `Les prix sont affichés. ${far}\nLes prix sont affichés. Ils comprennent la taxe.`;
  const range = locatePassage(text, 'Les prix sont affichés. Ils comprennent la taxe.');
  expect(cut(text, range)).toBe('Les prix sont affichés. Ils comprennent la taxe.');
});

test('rows are counted as the reader counts them: quoted line breaks and empty rows', () => {
  const text = 'nom,prix\n"Chambre\ndouble",148\n\nSuite,210\nStudio,90';
  expect(cut(text, locateRows(text, 1, 1))).toBe('nom,prix');
  expect(cut(text, locateRows(text, 2, 2))).toBe('"Chambre\ndouble",148\n\nSuite,210');
  expect(cut(text, locateRows(text, 5, 9))).toBe('Studio,90');
  expect(locateRows(text, 9, 1)).toBeUndefined();
});

test('of a huge text only what surrounds the passage is drawn', () => {
  const line = `${'x'.repeat(99)}\n`;
  const text = line.repeat(5000);
  const { before, lit, after, isCut } = excerptOf(text, { start: 250_000, end: 250_099 });
  expect([lit.length, isCut]).toEqual([99, true]);
  expect(before.startsWith('x')).toBe(true);
  expect(before.length).toBeLessThan(20_200);
  expect(after.length).toBeLessThan(40_200);
  expect(excerptOf('court')).toEqual({ before: '', lit: '', after: 'court', isCut: false });
  const single = excerptOf('y'.repeat(1_000_000), { start: 500_000, end: 500_010 });
  expect(single.before.length + single.after.length).toBeLessThan(70_000);
});
