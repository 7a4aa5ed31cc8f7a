import { expect, test } from 'vitest';
import { forEachToken, tokenPattern } from './tokens.ts';

const tokensOf = (text: string) => {
  const tokens: [string, number][] = [];
  forEachToken(text, (token, start) => tokens.push([token, start]));
  return tokens;
};
const matchesOf = (text: string) =>
  Array.from(text.matchAll(new RegExp(tokenPattern.source, 'gu')), (match) => [match[0], match.index]);

test.each([
  'L’été, 14 250,50 € ; c++ et l’e-mail de M. D. : wi-fi, U.S., 1 000 personnes, 12 34 567',
  'Art. L123-4 — n° 5, 10:30, a_b, AT&T, x²+y²=½, ﬁn, e\u0301te\u0301, 日本 12\u00a0000 𝒜b😀9',
])('tokens are what the pattern matches: %s', (text) => {
  expect(tokensOf(text)).toEqual(matchesOf(text));
});

test('so they are in texts of whatever characters', () => {
  const characters = [
    ..."abZ09 \u00a0\u202f.,:/_&+·@-'’ʼ‐‑–—«»“…éœßĀſƀ\u0301²½٣日𝒜𝟙😀ﬁªº\n()€",
    ...'0001112233    ..,,-+',
  ];
  let state = 7;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + next(14) }, () => characters[next(characters.length)]).join('');
    expect(tokensOf(text), JSON.stringify(text)).toEqual(matchesOf(text));
  }
});
