/**
 * A text as people type what they look for: in small letters, without accents, fixed spaces or curly apostrophes. Each
 * character keeps its place; one that would become longer or shorter stays as it is.
 */
export const toSearchForm = (text: string): string => text.replace(/[A-Z]|[^\0-\x7f]/gu, foldCharacter);

function foldCharacter(character: string): string {
  if (character === '\u00a0' || character === '\u202f') return ' ';
  if (character === '’') return "'";
  const bare = character
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return bare.length === character.length ? bare : character;
}
