interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
}

interface Content {
  schema: Schema;
  'x-events'?: Record<string, Schema>;
}

interface Operation {
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    {
      description: string;
      /** Codes that any call may be refused with. */
      'x-everywhere'?: string[];
      content?: Record<string, Content & { schema: Schema & { 'x-events'?: Record<string, Schema> } }>;
    }
  >;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

const atMost = Number.MAX_SAFE_INTEGER;

function bounds({ minLength, maxLength, minimum, maximum }: Schema): string {
  const low = minLength ?? minimum;
  const high = maxLength ?? maximum;
  const from = low !== undefined && low > -atMost && low !== 0 ? `≥ ${low}` : '';
  const to = high !== undefined && high < atMost ? `≤ ${high}` : '';
  return [from, to].filter(Boolean).join(', ');
}

/** A schema on one line, as a person would write the type. */
export function shapeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(shapeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map(shapeOf).join(' & ');
  if (schema.type === 'array') {
    const item = shapeOf(schema.items ?? {});
    const many = `[${item}]`;
    return schema.maxItems === undefined ? many : `${many} ≤ ${schema.maxItems}`;
  }
  if (schema.type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeOf(property)}`,
    );
    if (
      typeof schema.additionalProperties === 'object' &&
      Object.keys(schema.additionalProperties).length > 0
    ) {
      entries.push(`[name]: ${shapeOf(schema.additionalProperties)}`);
    }
    return `{ ${entries.join(', ')} }`.replace('{  }', '{ }');
  }
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const precise = schema.format && schema.type === 'string' ? schema.format : type;
  const limits = bounds(schema);
  return limits ? `${precise} (${limits})` : precise;
}

function contentOf(content: Record<string, Content>): string[] {
  return Object.entries(content).flatMap(([mediaType, { schema, ...rest }]) => {
    const events = rest['x-events'] ?? (schema as Content)['x-events'];
    if (events) {
      return [
        `\`${mediaType}\`, events:`,
        ...Object.entries(events).map(([name, event]) => `- \`${name}\`: \`${shapeOf(event)}\``),
      ];
    }
    const kind = mediaType === 'application/json' ? '' : `\`${mediaType}\`: `;
    return [`${kind}\`${shapeOf(schema)}\``];
  });
}

function audienceOf({ security = [] }: Operation): string {
  if (security.length === 0) return 'For anyone';
  const [scope] = security.flatMap(({ personalKey }) => personalKey ?? []);
  if (scope) return `For a signed-in account, or a key with the scope \`${scope}\``;
  return security.some((way) => 'bearer' in way) ? 'For a signed-in account' : 'With the publishable key';
}

function sectionOf(method: string, path: string, operation: Operation): string {
  const lines = [`### ${method.toUpperCase()} ${path}`, ''];
  lines.push(`${operation.summary}. ${audienceOf(operation)}.`, '');
  // The key that all writes take is told once, above.
  const parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'Idempotency-Key');
  if (parameters.length > 0) {
    for (const { name, in: where, required, schema } of parameters) {
      lines.push(`- ${where} \`${name}\`${required ? '' : ', optional'}: \`${shapeOf(schema)}\``);
    }
    lines.push('');
  }
  if (operation.requestBody) lines.push('Body:', ...contentOf(operation.requestBody.content), '');
  const refusals: string[] = [];
  for (const [status, { description, content, 'x-everywhere': everywhere = [] }] of Object.entries(
    operation.responses,
  )) {
    const own = description.split(', ').filter((code) => !everywhere.some((one) => code === `\`${one}\``));
    if (status === 'default') lines.push(`${description}.`, '');
    else if (Number(status) >= 400) {
      if (own.length > 0) refusals.push(`${status} ${own.join(', ')}`);
    } else if (content) lines.push(`Answer ${status}:`, ...contentOf(content), '');
    else lines.push(`Answer ${status}, empty.`, '');
  }
  if (refusals.length > 0) lines.push(`Refusals: ${refusals.join('; ')}.`, '');
  return lines.join('\n');
}

/** By status, what the calls of the contract have in common. */
function everywhereOf(paths: OpenApi['paths']): string[] {
  const told = new Map<string, Set<string>>();
  for (const { responses } of Object.values(paths).flatMap((operations) => Object.values(operations)))
    for (const [status, { 'x-everywhere': codes = [] }] of Object.entries(responses))
      for (const code of codes) told.set(status, (told.get(status) ?? new Set()).add(code));
  return [...told].map(
    ([status, codes]) => `${status} ${[...codes].map((code) => `\`${code}\``).join(', ')}`,
  );
}

/** `docs/api.md`, from the document that the running program serves. */
export function renderApi({ paths }: OpenApi): string {
  const sections = Object.entries(paths)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .sort(([a], [b]) => a.localeCompare(b, 'en'))
        .map(([method, operation]) => sectionOf(method, path, operation)),
    );
  return `# HTTP interface

Printed from the contract and the official client’s protocols by \`npm run docs\`; a running Parlance serves the same as \`/api/v1/openapi.json\`.

JSON in camelCase, times in ISO 8601 (UTC), ids as UUIDs. A refusal is \`application/problem+json\` (RFC 9457) with a
stable \`code\`; its \`title\` is in the caller's language. Calls of a signed-in account carry
\`Authorization: Bearer …\` with an access token or, where a scope is named, a [personal API key](api-keys.md); writes accept an
\`Idempotency-Key\`.

Beside its own refusals any call may meet ${everywhereOf(paths).join(', ')}.

${sections.join('\n')}`
    .trimEnd()
    .concat('\n');
}
