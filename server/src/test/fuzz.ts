import { randomUUID } from 'node:crypto';

interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** Numbers between 0 and 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const hostileValues = [
  null,
  true,
  -1,
  1e300,
  '',
  'é'.repeat(5000),
  '%00',
  "' or 1=1",
  [],
  {},
  [[[]]],
  'javascript:1',
];

/** What a call is sent with: each way is legal HTTP, few of them are what the call wants. */
const ways = {
  good: () => ({}),
  'another one’s id': () => ({ id: randomUUID() }),
  'no token': () => ({ token: '' }),
  'a wrong token': () => ({ token: 'a.b.c' }),
  'no body': () => ({ body: '' }),
  'a broken body': () => ({ body: '{"name":' }),
  'a text': () => ({ body: 'name=Ada', type: 'text/plain' }),
  'a body of 1.2 MB': () => ({ body: JSON.stringify({ name: 'x'.repeat(1_200_000) }) }),
  'a wild body': (pick: <T>(of: readonly T[]) => T) => ({ body: JSON.stringify(pick(hostileValues)) }),
  'a wild query': (pick: <T>(of: readonly T[]) => T) => ({
    query: `limit=${encodeURIComponent(String(pick(hostileValues)))}&cursor=${pick(['x', 'e30', ''])}&sort=name&nobody=1`,
  }),
  'an id of 300 characters': () => ({ id: 'x'.repeat(300) }),
  'a target of 9 KB': () => ({ query: `cursor=${'x'.repeat(9000)}` }),
  'a header of 20 KB': () => ({ headers: { 'x-large': 'x'.repeat(20_000) } }),
  'a key of 300 characters': () => ({ headers: { 'idempotency-key': 'x'.repeat(300) } }),
  'somebody’s key again': () => ({ headers: { 'idempotency-key': 'again' } }),
  'another language': () => ({ headers: { 'accept-language': ';q=,,*;q=9' } }),
} as const;
export const waysToSend = Object.keys(ways) as (keyof typeof ways)[];

/** A request of an operation; `known` are ids that exist, by the names of parameters. */
export function requestOf(
  [method, path, operation]: readonly [string, string, Operation],
  way: keyof typeof ways,
  random: () => number,
  known: Record<string, string>,
  bearer: string,
): { target: string; init: RequestInit } {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const wish: {
    id?: string;
    token?: string;
    body?: string;
    type?: string;
    query?: string;
    headers?: object;
  } = ways[way](pick);
  const schemaOf = (name: string) => operation.parameters?.find((one) => one.name === name)?.schema ?? {};
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wish.id ?? known[name] ?? String(sampleOf(schemaOf(name), pick))),
  );
  const asked = (operation.parameters ?? []).filter(
    (one) => one.in === 'query' && (one.required || random() < 0.3),
  );
  const query =
    wish.query ??
    asked
      .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, pick)))}`)
      .join('&');
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isJson = type === undefined || type === 'application/json';
  const body = wish.body ?? (content && isJson ? JSON.stringify(sampleOf(content.schema, pick)) : undefined);
  const token = wish.token ?? bearer;
  return {
    target: query === '' ? target : `${target}?${query}`,
    init: {
      method: method.toUpperCase(),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || method === 'get'
          ? {}
          : { 'content-type': wish.type ?? 'application/json' }),
        ...wish.headers,
      },
      ...(body === undefined || method === 'get' ? {} : { body }),
    },
  };
}

/** A value of a schema, now and then one just beyond it. */
function sampleOf(schema: Schema, pick: <T>(of: readonly T[]) => T): unknown {
  if (pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) === 0) return pick(hostileValues);
  if ('const' in schema) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return sampleOf(pick(either), pick);
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const names = Object.keys(schema.properties ?? {});
      const kept = names.filter((name) => schema.required?.includes(name) || pick([true, false]));
      return Object.fromEntries(kept.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, pick)]));
    }
    case 'array':
      return Array.from({ length: pick([0, 1, 2]) }, () => sampleOf(schema.items ?? {}, pick));
    case 'integer':
    case 'number':
      return pick([schema.minimum ?? 0, schema.maximum ?? 100, 1, 20]);
    case 'boolean':
      return pick([true, false]);
    case 'null':
      return null;
    default: {
      if (schema.format === 'uuid') return randomUUID();
      const length = pick([schema.minLength ?? 1, 12, Math.min(schema.maxLength ?? 20, 200)]);
      return pick([
        'https://example.org/a',
        'a'.repeat(length),
        'Ada Lovelace'.slice(0, Math.max(length, 3)),
      ]);
    }
  }
}
