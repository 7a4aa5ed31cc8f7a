import { splitList } from '../../../kit/http/quoted-list.ts';
import { DataError, unparsableError } from './data-errors.ts';

/*
 * Requests of PostgREST's clients, as far as a table of plain columns needs them: pure, without a database. Embedded
 * resources, logical trees, casts and JSON paths are refused by name. Ours because the contract fixes `/rest/v1/profiles`
 * and its answers: PostgREST is a server of its own, which the embedded database could not be given to, and no library
 * reads its language (ADR 34).
 */

export type ColumnType = 'uuid' | 'text' | 'boolean' | 'timestamptz';

interface Column {
  type: ColumnType;
  nullable?: boolean;
  maxLength?: number;
  oneOf?: readonly string[];
  /** What else a value has to be. */
  check?: (value: string) => boolean;
}

export interface Table {
  name: string;
  columns: Readonly<Record<string, Column>>;
}

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof comparisons;
const isComparison = (name: string): name is Comparison => Object.hasOwn(comparisons, name);

const states = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;
const isState = (name: string): name is keyof typeof states => Object.hasOwn(states, name);

/** `operator` and `state` are SQL's own words, out of the tables above; the rest is the client's. */
export type Filter = { column: string; type: ColumnType; negated: boolean } & (
  | { operator: string; value: string }
  | { values: string[] }
  | { state: string }
);

/** What is shown of a row: under which name which column. */
export type Selection = ReadonlyArray<{ name: string; column: string }>;

export interface Query {
  select: Selection;
  filters: Filter[];
  offset: number;
  limit: number;
  /** Of `?columns=`: what of a body's rows counts. */
  columns: string[] | undefined;
}

/** The query string; a name that stands several times has a list. */
export function parseQuery(table: Table, query: Record<string, unknown>, range?: string): Query {
  const parsed: Query = {
    select: parseSelect(table, '*'),
    filters: [],
    offset: 0,
    limit: Number.POSITIVE_INFINITY,
    columns: undefined,
  };
  for (const [name, given] of Object.entries(query)) {
    const values = [given].flat().map(String);
    const once = () => {
      if (values.length > 1) throw unparsableError(`"${name}": it stands twice`);
      return values[0] ?? '';
    };
    switch (name) {
      case 'select':
        parsed.select = parseSelect(table, once());
        break;
      case 'order':
        parseOrder(table, once());
        break;
      case 'limit':
        parsed.limit = parseCount('limit', once());
        break;
      case 'offset':
        parsed.offset = parseCount('offset', once());
        break;
      case 'columns':
        parsed.columns = parseColumns(table, once());
        break;
      case 'on_conflict':
        if (once() !== 'id') throw parseConflict(table, once());
        break;
      case 'and':
      case 'or':
      case 'not.and':
      case 'not.or':
        throw unparsableError(`logic tree (${once()}): it is not offered`);
      default:
        columnOf(table, name);
        for (const value of values) parsed.filters.push(parseFilter(table, name, value));
    }
  }
  return range === undefined ? parsed : applyRange(parsed, range);
}

const missingColumn = (table: Table, name: string) =>
  new DataError(400, '42703', `column ${table.name}.${name.slice(0, 100)} does not exist`);

function columnOf(table: Table, name: string): Column {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (!column) throw missingColumn(table, name);
  return column;
}

function parseSelect(table: Table, list: string): Selection {
  const shown = list.split(',').flatMap((part) => {
    const item = part.trim();
    if (item === '*') return Object.keys(table.columns).map((column) => ({ name: column, column }));
    if (/[():]{2}|[()]|->/.test(item)) {
      const embedded = /^(?:[^():]+:)?([^():!]+)(?:![^(]*)?\(/.exec(item)?.[1];
      if (embedded === undefined) throw unparsableError(`select parameter (${list})`);
      throw new DataError(
        400,
        'PGRST200',
        `Could not find a relationship between '${table.name}' and '${embedded.slice(0, 100)}' in the schema cache`,
      );
    }
    const [, alias, column = ''] = /^(?:([^:]+):)?([^:]+)$/.exec(item) ?? [];
    if (column === '') throw unparsableError(`select parameter (${list})`);
    const name = unquoted(column);
    columnOf(table, name);
    return [{ name: unquoted(alias ?? column), column: name }];
  });
  return list === '' ? parseSelect(table, '*') : shown;
}

const unquoted = (name: string) => /^"(.*)"$/.exec(name)?.[1] ?? name;

/** Checks the order and drops it: at most one row is visible to anybody, which every order leaves alone. */
function parseOrder(table: Table, list: string): void {
  for (const term of list.split(',')) {
    const [, column, rest = ''] = /^("[^"]*"|[^.]*)((?:\..*)?)$/.exec(term.trim()) ?? [];
    columnOf(table, unquoted(column ?? ''));
    if (!/^(\.(asc|desc))?(\.(nullsfirst|nullslast))?$/.test(rest)) throw unparsableError(`order (${list})`);
  }
}

const rangeRefused = (details: string) =>
  new DataError(416, 'PGRST103', 'Requested range not satisfiable', details);

function parseCount(name: string, text: string): number {
  if (/^-\d+$/.test(text)) throw rangeRefused(`${name} should be greater than or equal to zero.`);
  if (!/^\d{1,15}$/.test(text)) throw unparsableError(`${name} (${text})`);
  return Number(text);
}

/** The `Range` header narrows what `limit` and `offset` say; one in another form is ignored. */
function applyRange(query: Query, range: string): Query {
  const [, from, to = ''] = /^(\d{1,15})-(\d{0,15})$/.exec(range.trim().replace(/^items=/, '')) ?? [];
  if (from === undefined) return query;
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first)
    throw rangeRefused(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  const offset = Math.max(query.offset, first);
  const end = Math.min(query.offset + query.limit, last + 1);
  return { ...query, offset, limit: Math.max(0, end - offset) };
}

const missingInBody = (table: Table, name: string) =>
  new DataError(
    400,
    'PGRST204',
    `Could not find the '${name.slice(0, 100)}' column of '${table.name}' in the schema cache`,
  );

function parseColumns(table: Table, list: string): string[] {
  const names = list.split(',').map((name) => unquoted(name.trim()));
  const unknown = names.find((name) => !Object.hasOwn(table.columns, name));
  if (unknown !== undefined) throw missingInBody(table, unknown);
  return names;
}

function parseConflict(table: Table, list: string): DataError {
  for (const name of list.split(',')) columnOf(table, unquoted(name.trim()));
  return new DataError(
    400,
    '42P10',
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  );
}

function parseFilter(table: Table, column: string, text: string): Filter {
  const { type } = columnOf(table, column);
  const refused = unparsableError(`filter (${text})`);
  const negated = text.startsWith('not.');
  const [, operator = '', value = ''] = /^([^.]*)\.(.*)$/s.exec(negated ? text.slice(4) : text) ?? [];
  const base = { column, type, negated };
  if (isComparison(operator)) return { ...base, operator: comparisons[operator], value: asType(type, value) };
  if (operator === 'in') {
    const list = /^\((.*)\)$/s.exec(value)?.[1];
    if (list === undefined) throw refused;
    const values = splitList(list);
    if (!values) throw refused;
    return { ...base, values: values.map((one) => asType(type, one)) };
  }
  if (operator !== 'is') throw refused;
  const state = value.toLowerCase();
  if (!isState(state)) throw refused;
  if (type !== 'boolean' && !state.endsWith('null')) {
    throw new DataError(
      400,
      '42804',
      `argument of IS ${state.toUpperCase()} must be type boolean, not type ${typeNames[type]}`,
    );
  }
  return { ...base, state: states[state] };
}

const typeNames: Record<ColumnType, string> = {
  uuid: 'uuid',
  text: 'text',
  boolean: 'boolean',
  timestamptz: 'timestamp with time zone',
};
const uuidForm = /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const booleanForm = /^(t|true|y|yes|on|1|f|false|n|no|off|0)$/i;
const instantForm = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The text of a value that the type can hold, for PostgreSQL to read. */
function asType(type: ColumnType, text: string): string {
  if (text.includes('\0')) {
    throw new DataError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
  }
  const invalid = (code: string) =>
    new DataError(400, code, `invalid input syntax for type ${typeNames[type]}: "${text.slice(0, 200)}"`);
  if (type === 'uuid' && !uuidForm.test(text)) throw invalid('22P02');
  if (type === 'boolean' && !booleanForm.test(text.trim())) throw invalid('22P02');
  if (type === 'timestamptz' && !instantForm.test(text.trim())) throw invalid('22007');
  return text;
}

export type Values = Record<string, string | boolean | null>;

/** The row that a PATCH brings. */
export function parseChange(table: Table, body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notJsonError();
  return parseRow(table, body as Record<string, unknown>);
}

/** The rows that a POST brings: an object or a list of them, all with the same keys unless `columns` names them. */
export function parseRows(
  table: Table,
  body: unknown,
  columns: readonly string[] | undefined,
  missing: 'null' | 'default',
): Values[] {
  const rows = [body].flat() as unknown[];
  if (body === undefined || !rows.every((row) => typeof row === 'object' && row !== null))
    throw notJsonError();
  const objects = rows as Record<string, unknown>[];
  if (columns) {
    return objects.map((row) => {
      const absent = missing === 'null' ? { value: null } : undefined;
      const given = columns.flatMap((name): [string, unknown][] => {
        const member = Object.hasOwn(row, name) ? { value: row[name] } : absent;
        return member ? [[name, member.value]] : [];
      });
      return parseRow(table, Object.fromEntries(given));
    });
  }
  const keysOf = (row: object) => Object.keys(row).sort().join('\0');
  const [first] = objects;
  if (first && objects.some((row) => keysOf(row) !== keysOf(first)))
    throw new DataError(400, 'PGRST102', 'All object keys must match');
  return objects.map((row) => parseRow(table, row));
}

export const notJsonError = () => new DataError(400, 'PGRST102', 'Empty or invalid json');

function parseRow(table: Table, row: Record<string, unknown>): Values {
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(table.columns, name));
  if (unknown !== undefined) throw missingInBody(table, unknown);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, parseValue(table, name, columnOf(table, name), value)]),
  );
}

function parseValue(table: Table, name: string, column: Column, value: unknown): string | boolean | null {
  if (value === null) {
    if (column.nullable) return null;
    throw new DataError(
      400,
      '23502',
      `null value in column "${name}" of relation "${table.name}" violates not-null constraint`,
    );
  }
  if (column.type === 'boolean' && typeof value === 'boolean') return value;
  if (typeof value !== 'string') {
    throw new DataError(
      400,
      '22P02',
      `invalid input syntax for type ${typeNames[column.type]}: "${JSON.stringify(value).slice(0, 200)}"`,
    );
  }
  const text = asType(column.type, value);
  if (column.maxLength !== undefined && text.length > column.maxLength)
    throw new DataError(400, '22001', `value too long for type character varying(${column.maxLength})`);
  if (column.oneOf?.includes(text) === false || column.check?.(text) === false) {
    throw new DataError(
      400,
      '23514',
      `new row for relation "${table.name}" violates check constraint "${table.name}_${name}_check"`,
    );
  }
  return text;
}

export interface Preferences {
  return?: string;
  count?: string;
  resolution?: string;
  missing?: string;
  handling?: string;
  'max-affected'?: string;
}

const preferenceForms: Record<keyof Preferences, RegExp> = {
  resolution: /^(merge|ignore)-duplicates$/,
  missing: /^(default|null)$/,
  return: /^(representation|minimal|headers-only)$/,
  count: /^(exact|planned|estimated)$/,
  handling: /^(strict|lenient)$/,
  'max-affected': /^\d{1,15}$/,
};

/** `Prefer`, from one header or several; what is not known counts only where the client is strict. */
export function parsePreferences(header: string | undefined): Preferences {
  const preferences: Preferences = {};
  const invalid: string[] = [];
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=').map((half) => half.trim());
    if (name === '') continue;
    const isKnown =
      Object.hasOwn(preferenceForms, name) && preferenceForms[name as keyof Preferences].test(value);
    if (isKnown) preferences[name as keyof Preferences] ??= value;
    // Ours to ignore: every transaction is committed, instants are told in UTC.
    else if (!/^(tx|timezone)$/.test(name)) invalid.push(part.trim());
  }
  if (preferences.handling === 'strict' && invalid.length > 0) {
    throw new DataError(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ').slice(0, 200)}`,
    );
  }
  if (preferences.handling !== 'strict') delete preferences['max-affected'];
  return preferences;
}

/** `Preference-Applied`, in PostgREST's order. */
export const appliedPreferences = (preferences: Preferences): string =>
  (Object.keys(preferenceForms) as (keyof Preferences)[])
    .flatMap((name) => (preferences[name] === undefined ? [] : [`${name}=${preferences[name]}`]))
    .join(', ');

export interface Form {
  isSingle: boolean;
  withoutNulls: boolean;
}

/** In which of the forms that we have the client takes the answer. */
export function parseAccept(accept: string | undefined): Form {
  const types = (accept ?? '*/*').split(',').map((type) => type.trim().toLowerCase());
  for (const type of types) {
    const form = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?(.*)$/.exec(type);
    if (form) return { isSingle: form[1] === 'object', withoutNulls: /nulls=stripped/.test(form[2] ?? '') };
    if (/^(\*\/\*|application\/(\*|json))(;|$)/.test(type)) return { isSingle: false, withoutNulls: false };
  }
  throw new DataError(
    406,
    'PGRST107',
    `None of these media types are available: ${types.join(', ').slice(0, 200)}`,
  );
}
