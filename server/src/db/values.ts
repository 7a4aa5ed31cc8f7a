/**
 * How PostgreSQL's text form becomes a JavaScript value, by type number: the same table for both databases, so
 * that no query behaves differently on one of them. Types not listed stay text (uuid, date, time, interval,
 * vector, sparsevec, tsvector …).
 */
type Parse = (text: string) => unknown;

function parseInteger(text: string): number {
  const value = Number(text);
  // A rounded balance or id would be wrong without anybody noticing.
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond 2^53 from the database: ${text}`);
  return value;
}

/** The time that PostgreSQL prints; sessions run in UTC, so the offset is always `+00`. */
function parseInstant(text: string): Date {
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);
  if (Number.isNaN(date.getTime())) throw new RangeError(`not an instant within JavaScript's range: ${text}`);
  return date;
}

const parseBytes = (text: string) => Buffer.from(text.slice(2), 'hex');

const scalars: readonly { type: number; array: number; parse: Parse }[] = [
  { type: 16, array: 1000, parse: (text) => text === 't' }, // bool
  { type: 17, array: 1001, parse: parseBytes }, // bytea
  { type: 20, array: 1016, parse: parseInteger }, // int8
  { type: 21, array: 1005, parse: Number }, // int2
  { type: 23, array: 1007, parse: Number }, // int4
  { type: 25, array: 1009, parse: String }, // text
  { type: 26, array: 1028, parse: Number }, // oid
  { type: 114, array: 199, parse: (text) => JSON.parse(text) }, // json
  { type: 700, array: 1021, parse: Number }, // float4
  { type: 701, array: 1022, parse: Number }, // float8
  { type: 1042, array: 1014, parse: String }, // char(n)
  { type: 1043, array: 1015, parse: String }, // varchar
  { type: 1082, array: 1182, parse: String }, // date
  { type: 1114, array: 1115, parse: String }, // timestamp: has no zone, so it is no instant
  { type: 1184, array: 1185, parse: parseInstant }, // timestamptz
  { type: 1700, array: 1231, parse: Number }, // numeric
  { type: 2950, array: 2951, parse: String }, // uuid
  { type: 3802, array: 3807, parse: (text) => JSON.parse(text) }, // jsonb
];

/** The elements of an array literal such as `{1,NULL,"a \"b\""}`; nested arrays become nested arrays. */
function parseArray(text: string, parse: Parse): unknown[] {
  // Arrays with other lower bounds print them first: `[0:1]={1,2}`.
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  const list = (): unknown[] => {
    const items: unknown[] = [];
    at++;
    while (text[at] !== '}') {
      if (text[at] === ',') at++;
      if (text[at] === '{') items.push(list());
      else if (text[at] === '"') items.push(parse(quoted()));
      else {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at++;
        const item = text.slice(start, at);
        items.push(item === 'NULL' ? null : parse(item));
      }
    }
    at++;
    return items;
  };
  const quoted = (): string => {
    let item = '';
    for (at++; text[at] !== '"'; at++) item += text[at] === '\\' ? text[++at] : text[at];
    at++;
    return item;
  };
  return list();
}

export const parsers: Readonly<Record<number, Parse>> = Object.fromEntries(
  scalars.flatMap(({ type, array, parse }) => [
    [type, parse],
    [array, (text: string) => parseArray(text, parse)],
  ]),
);

/** The parsers for `pg`, which asks for each column. */
export const columnTypes = {
  getTypeParser: (type: number) => parsers[type] ?? String,
} as const;

/** A query's argument as text (or bytes), alike on both databases. */
export function encodeArgument(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

const arrayLiteral = (items: unknown[]): string => `{${items.map(arrayItem).join(',')}}`;

function arrayItem(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  if (Array.isArray(item)) return arrayLiteral(item);
  if (typeof item === 'number' || typeof item === 'bigint' || typeof item === 'boolean') return String(item);
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString('hex')}"`;
  // `[]` alone doesn't say whether it is an SQL array or JSON, so JSON that is an array travels as text.
  if (typeof item === 'object' && !(item instanceof Date))
    throw new TypeError('an array of objects is JSON: pass JSON.stringify(array)');
  return `"${String(encodeArgument(item)).replaceAll(/["\\]/g, '\\$&')}"`;
}
