import { splitList } from '../../kit/http/quoted-list.ts';

type ColumnType = 'uuid' | 'text' | 'int4' | 'int8' | 'bool' | 'timestamptz' | 'jsonb';
type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** What is published of which table; db/functions/realtime.sql tells exactly these columns. */
export const publishedColumns: Record<string, Record<string, ColumnType>> = {
  sources: {
    id: 'uuid',
    chatbot_id: 'uuid',
    kind: 'text',
    name: 'text',
    status: 'text',
    progress: 'jsonb',
    updated_at: 'timestamptz',
  },
  chatbots: { id: 'uuid', name: 'text', status: 'text', updated_at: 'timestamptz' },
  crawls: {
    id: 'uuid',
    chatbot_id: 'uuid',
    status: 'text',
    found: 'int4',
    read: 'int4',
    skipped: 'int4',
    failed: 'int4',
    updated_at: 'timestamptz',
  },
  conversations: { id: 'uuid', chatbot_id: 'uuid', message_count: 'int4', last_message_at: 'timestamptz' },
  summaries: {
    id: 'uuid',
    chatbot_id: 'uuid',
    period: 'text',
    status: 'text',
    read: 'int4',
    conversations: 'int4',
  },
  // No row of it is anything to anybody but a sign that the account's figures have moved.
  usage_sums: { token_type: 'text', period: 'int4', tokens: 'int8' },
  transfers: { id: 'uuid', status: 'text' },
  profiles: {
    id: 'uuid',
    first_name: 'text',
    last_name: 'text',
    website: 'text',
    receive_updates: 'bool',
    preferred_locale: 'text',
    updated_at: 'timestamptz',
    google_consent_completed: 'bool',
  },
};

type Row = Record<string, unknown>;

/** A change of a row as the database told it. */
export interface Change {
  type: ChangeType;
  table: string;
  at: string;
  record: Row | null;
  old: Row | null;
  errors?: string[];
}

interface Condition {
  column: string;
  type: ColumnType;
  negated: boolean;
  operator: string;
  /** In the form in which values of the column's type are compared. */
  values: (string | number)[];
}

export interface Binding {
  id: number;
  /** What the client asked for, told back word for word. */
  requested: Row;
  event: string;
  table: string;
  conditions: Condition[];
}

/** The reason why there is no such subscription. */
export class BindingRefused extends Error {}

const events = new Set(['*', 'INSERT', 'UPDATE', 'DELETE']);
const maxBindings = 100;
const maxFilterLength = 4096;
const maxConditions = 10;
const maxValues = 100;
let lastId = 0;

/** `config.postgres_changes` of a join. */
export function parseBindings(asked: unknown): Binding[] {
  if (asked === undefined || asked === null) return [];
  if (!Array.isArray(asked) || asked.length > maxBindings)
    throw new BindingRefused(`postgres_changes must be a list of at most ${maxBindings}`);
  return asked.map(parseBinding);
}

function parseBinding(asked: unknown): Binding {
  const refused = (why: string) =>
    new BindingRefused(`Unable to subscribe to changes with given parameters: ${why}`);
  if (typeof asked !== 'object' || asked === null) throw refused('not an object');
  const { event = '*', schema = 'public', table = '*', filter } = asked as Row;
  if (typeof event !== 'string' || !events.has(event.toUpperCase())) throw refused('no such event');
  if (schema !== 'public' && schema !== '*') throw refused('no such schema');
  if (typeof table !== 'string' || (table !== '*' && !Object.hasOwn(publishedColumns, table)))
    throw refused('no such table is published');
  const conditions =
    filter === undefined || filter === null || filter === '' ? [] : parseFilter(filter, table);
  if (!conditions) throw refused('the filter cannot be used');
  const known = ['event', 'schema', 'table', 'filter'] as const;
  const told = known.filter((name) => Object.hasOwn(asked, name));
  return {
    id: ++lastId,
    requested: Object.fromEntries(told.map((name) => [name, (asked as Row)[name]])),
    event: event.toUpperCase(),
    table,
    conditions,
  };
}

const comparisons = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'isdistinct']);
const head = /([^=,]+)=(not\.)?([a-z]+)\./sy;
/** One value: quoted, or up to the next comma. */
const single = /(?:"(?:[^"\\]|\\.)*"|[^",][^,]*|)(?=,|$)/sy;
const parenthesised = /\((?:"(?:[^"\\]|\\.)*"|[^")])*\)(?=,|$)/sy;

const matchAt = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

/** `col=eq.v,col=in.(a,b)`: all must hold. Nothing for what is not offered. What was read is never read again. */
function parseFilter(filter: unknown, table: string): Condition[] | undefined {
  const columns = publishedColumns[table];
  if (typeof filter !== 'string' || filter.length > maxFilterLength || !columns) return undefined;
  const conditions: Condition[] = [];
  for (let at = 0; at < filter.length; at++) {
    const [begun, column = '', not, operator = ''] = matchAt(head, filter, at) ?? [];
    const type = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (begun === undefined || !type || conditions.length === maxConditions) return undefined;
    at += begun.length;
    const [value] = matchAt(operator === 'in' ? parenthesised : single, filter, at) ?? [];
    const values = value === undefined ? undefined : valuesOf(operator, value);
    if (value === undefined || !values || values.length > maxValues) return undefined;
    at += value.length;
    conditions.push({
      column,
      type,
      negated: not !== undefined,
      operator,
      values: operator === 'is' ? values : values.map((one) => comparable(type, one)),
    });
  }
  return conditions;
}

function valuesOf(operator: string, value: string): string[] | undefined {
  if (operator === 'in') return splitList(value.slice(1, -1));
  if (operator === 'is')
    return /^(null|true|false|unknown)$/i.test(value) ? [value.toLowerCase()] : undefined;
  if (!comparisons.has(operator)) return undefined;
  return value.startsWith('"') ? splitList(value) : [value];
}

/** The form in which values of a type can be compared. */
function comparable(type: ColumnType, value: unknown): string | number {
  if (type === 'int4' || type === 'int8') return Number(value);
  if (type === 'timestamptz') return Date.parse(String(value));
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (type === 'bool') return /^(t|true|y|yes|on|1)$/i.test(text) ? 'true' : 'false';
  return type === 'uuid' ? text.toLowerCase() : text;
}

/** Whether a row meets a condition; as in SQL, nothing compares with what is not there, negated or not. */
function meetsCondition({ column, type, negated, operator, values }: Condition, row: Row): boolean {
  if (!Object.hasOwn(row, column)) return false;
  const value = row[column];
  if (operator === 'is') {
    const state = value === null ? ['null', 'unknown'] : [String(value)];
    return state.includes(String(values[0])) !== negated;
  }
  if (value === null) return operator === 'isdistinct' ? !negated : false;
  const left = comparable(type, value);
  const right = values[0] ?? '';
  const result = {
    in: values.includes(left),
    eq: left === right,
    neq: left !== right,
    isdistinct: left !== right,
    lt: left < right,
    lte: left <= right,
    gt: left > right,
    gte: left >= right,
  }[operator];
  return result !== negated;
}

/** Whether a binding is of a change; a row that is gone is judged by what is known of it. */
export const matches = (binding: Binding, { type, table, record, old }: Change): boolean =>
  (binding.table === '*' || binding.table === table) &&
  (binding.event === '*' || binding.event === type) &&
  binding.conditions.every((condition) =>
    meetsCondition(condition, (type === 'DELETE' ? old : record) ?? {}),
  );

/** The payload of a change for the bindings that it matches. */
export const toChangePayload = (ids: number[], { type, table, at, record, old, errors }: Change) => ({
  ids,
  data: {
    schema: 'public',
    table,
    type,
    commit_timestamp: new Date(at).toISOString(),
    columns: Object.entries(publishedColumns[table] ?? {}).map(([name, type]) => ({ name, type })),
    ...(type === 'DELETE' ? {} : { record }),
    ...(type === 'INSERT' ? {} : { old_record: old }),
    errors: errors ?? null,
  },
});
