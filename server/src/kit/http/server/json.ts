import { AppError } from '../../errors.ts';

/** Bounds of a JSON body (security S9.6); its size is the route's. */
const maxDepth = 32;
const maxKeys = 1000;

const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const refuse = (detail: string): never => {
  throw new AppError('malformed_json', { detail });
};

/**
 * Parses a body from outside: strict UTF-8 without a byte order mark, no key twice, none of the names that
 * reach an object's prototype, bounded depth and number of keys. Refusals name the position. NUL characters
 * and lone surrogates are refused wherever they stand, since PostgreSQL stores neither.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    return refuse(position === undefined ? 'unexpected end' : `unexpected character at position ${position}`);
  }
  checkText(text);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes);
    return text.startsWith('\ufeff') ? refuse('byte order mark at position 0') : text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuse('the body is not UTF-8');
  }
}

/** One pass over a text that is known to be JSON: keys, depth, strings. */
function checkText(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : undefined) > maxDepth)
        refuse(`nested too deep at position ${at}`);
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(text, at);
      const string = JSON.parse(text.slice(at, end + 1)) as string;
      if (string.includes('\0') || !string.isWellFormed())
        refuse(`a character that cannot be stored at position ${at}`);
      const keysSeen = open.at(-1);
      if (keysSeen && isKey(text, end)) {
        if (refusedKeys.has(string)) refuse(`the key "${string}" at position ${at}`);
        if (keysSeen.has(string)) refuse(`the same key twice at position ${at}`);
        if (++keys > maxKeys) refuse(`too many keys at position ${at}`);
        keysSeen.add(string);
      }
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && /\s/.test(text[at] as string)) at++;
  return text[at] === ':';
}

/** A request's body as JSON, for a media type that is read so. */
export function takeJson(
  _request: unknown,
  body: Uint8Array | string,
  done: (error: Error | null, value?: unknown) => void,
): void {
  try {
    done(null, parseJson(body as Uint8Array));
  } catch (error) {
    done(error as Error);
  }
}
