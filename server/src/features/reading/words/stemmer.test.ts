/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers';
import { expect, test } from 'vitest';
import { stemOf } from './stemmer.ts';

const beginnings =
  `a e o qu y l pr tr jou sky oui ouguiy succe procee canni outi inni herri gener commun arsen col par tap fl cr hop bl
  abol agr conform relat condit ration valent hesit digit operat feudal decis hope call form sensib triplic form electr
  good reviv allow infer airl gyroscop adjust defens irrit replac depend adopt homolog communic activ angular effect
  bowdler probat ceas contr roll continu majest philosoph logic chev beau jeu curi amic publi ig incompr accus joli eu
  fini chant perd veu app ann ett nouv paysan travaill employ pay essuy appel jet achet mang comm gu ambig argu`.split(
    /\s+/,
  );
const endings =
  `s es e ed ing y ly li edly ingly eed eedly ies ied sses ss us at bl iz tional ation ational enci anci izer abli alli
  entli eli ousli ization ator alism iveness fulness ousness aliti iviti biliti logi fulli lessli icate ative alize
  iciti ical ful ness ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize l ll e
  ique isme iste iques istes eux euse atrice ateur ations logie usion ution if ivement iquement ement amment emment
  ments issement eaux aux iez ions erions assions erai eront aient ira issons issant isse ie ier ière ez antes ais ait
  ois ons ell ette enne onn eill uy ay oy`.split(/\s+/);

test.each([
  ['fr', 'french'],
  ['en', 'english'],
] as const)('words have the stems of Snowball: %s', (language, name) => {
  const library = newStemmer(name);
  const parts = ['', ...endings];
  const words = beginnings.flatMap((beginning, at) =>
    parts.flatMap((ending, index) => [
      beginning + ending,
      beginning + parts[(at * 7 + index) % parts.length] + ending,
    ]),
  );
  const plain = words.filter((word) => /^[a-z]{1,40}$/.test(word));
  expect(plain.length).toBeGreaterThan(10_000);
  expect(plain.filter((word) => stemOf(word, language) !== library.stem(word))).toEqual([]);
});
