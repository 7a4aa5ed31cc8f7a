import { fold } from '../../reading/service.ts';

const list = (text: string) => text.trim().split(/\s+/);

/** Names by what they count: those of one number stand together, divided by commas. */
export const byName = (names: string, from: number): Map<string, number> =>
  new Map(
    list(names).flatMap((alike, at) => alike.split(',').map((name): [string, number] => [name, at + from])),
  );

/** Months from 1 on, in full and cut short, in both languages, without accents and capitals, as all names here. */
export const months: ReadonlyMap<string, number> = byName(
  `janvier,january,janv,jan fevrier,february,fevr,fev,feb mars,march,mar avril,april,avr,apr mai,may juin,june,jun
  juillet,july,juil,jul aout,august,aug septembre,september,sept,sep octobre,october,oct novembre,november,nov
  decembre,december,dec`,
  1,
);
/** Weekdays; 0 is Sunday. */
export const weekdays: ReadonlyMap<string, number> = byName(
  `dimanche,sunday,dim,sun lundi,monday,lun,mon mardi,tuesday,mar,tue,tues mercredi,wednesday,mer,wed,weds
  jeudi,thursday,jeu,thu,thur,thurs vendredi,friday,ven,fri samedi,saturday,sam,sat`,
  0,
);
/**
 * Months that are meant alone only in full: "mars" is French in small letters, "May" and "March" are English with a
 * capital.
 */
export const wholeMonths = list(
  `janvier january fevrier february mars march avril april mai may juin june juillet july aout august septembre september
  octobre october novembre november decembre december`,
).join('|');
export const wholeWeekdays = list(
  `lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday sunday`,
).join('|');

/** Names as an expression's alternatives, the longest first. */
export const alternatives = (names: ReadonlyMap<string, number>): string =>
  [...names.keys()].sort((a, b) => b.length - a.length).join('|');

const notAscii = /[^\0-\x7f]/gu;
/** Letters as they were folded: few that people write are not ASCII, and normalising each anew takes long. */
const foldedLetters = new Map<string, string>();

function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const bare = letter.length === 1 ? fold(letter) : letter;
  const folded = bare.length === letter.length ? bare : letter;
  if (letter.length === 1) foldedLetters.set(letter, folded);
  return folded;
}

/** A text without accents and capitals, every letter in its place; undefined where it has capitals of another length. */
export function foldedInPlace(text: string): string | undefined {
  const folded = text.toLowerCase().replace(notAscii, foldLetter);
  return folded.length === text.length ? folded : undefined;
}
