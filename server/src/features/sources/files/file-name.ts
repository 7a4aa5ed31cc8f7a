const encoder = new TextEncoder();
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
// Controls and the marks that turn reading direction around: "exe.fdp" must not read as "pdf.exe".
const unseen = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A name from outside as it may be stored and shown (security S3.9): base name, NFC, at most 255 bytes. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  let clean = base.toWellFormed().normalize('NFC').replace(unseen, '').trim();
  if (clean === '' || clean === '.' || clean === '..') clean = 'document';
  if (reserved.test(clean)) clean = `_${clean}`;
  if (encoder.encode(clean).length <= 255) return clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : '';
  const characters = [...clean.slice(0, extension ? dot : undefined)];
  while (encoder.encode(characters.join('') + extension).length > 255) characters.pop();
  return characters.join('') + extension;
}
