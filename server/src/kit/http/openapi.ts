import type { AnyEndpoint } from '@parlance/contract/endpoint';
import { type ErrorCode, errors } from '@parlance/contract/errors';
import { problem } from '@parlance/contract/shapes';
import * as z from 'zod';

type Json = Record<string, unknown>;

const schemaOf = (schema: AnyEndpoint['body'], io: 'input' | 'output'): Json => {
  const { $schema, ...json } = z.toJSONSchema(schema as never, { io, unrepresentable: 'any' }) as Json;
  return json;
};

const parametersOf = (endpoint: AnyEndpoint): Json[] => {
  const parts = [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const;
  return parts.flatMap(([where, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema,
    }));
  });
};

/** Whether the call takes an `Idempotency-Key`. */
export const isRepeatable = (endpoint: AnyEndpoint) =>
  endpoint.access === 'user' &&
  endpoint.method !== 'GET' &&
  !endpoint.upload &&
  !endpoint.events &&
  !endpoint.onlyLooks &&
  !endpoint.isSecret;

/** Refusals that any call may meet, by how it is sent or when. */
const everywhere = [
  'malformed_request',
  'forbidden',
  'request_timeout',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
] as const;

/** Refusals that every call of this kind may meet beside its own. */
const commonErrors = (endpoint: AnyEndpoint) => [
  ...(endpoint.access === 'user' ? (['unauthenticated'] as const) : []),
  ...(endpoint.access === 'user' && !endpoint.beforeSecondStep ? (['insufficient_aal'] as const) : []),
  ...(endpoint.scope ? (['insufficient_scope'] as const) : []),
  ...(endpoint.params ? (['not_found'] as const) : []),
  ...(endpoint.body || endpoint.query || endpoint.upload ? (['validation_failed'] as const) : []),
  // A body is read wherever one is sent.
  ...(endpoint.method === 'GET'
    ? []
    : (['malformed_json', 'unsupported_media', 'payload_too_large'] as const)),
  ...(isRepeatable(endpoint) ? (['idempotency_conflict', 'idempotency_running'] as const) : []),
];

function responsesOf(endpoint: AnyEndpoint): Json {
  const status = endpoint.status ?? (endpoint.answer || endpoint.events ? 200 : 204);
  const events = endpoint.events
    ? {
        'text/event-stream': {
          schema: { type: 'string', description: `Events: ${Object.keys(endpoint.events).join(', ')}` },
          'x-events': Object.fromEntries(
            Object.entries(endpoint.events).map(([event, schema]) => [
              event,
              schemaOf(schema as never, 'output'),
            ]),
          ),
        },
      }
    : {};
  const whole = endpoint.answer
    ? { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } }
    : {};
  const content = { ...events, ...whole };
  const responses: Json = {
    [status]: {
      description: endpoint.summary,
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
  };
  const own = new Set<ErrorCode>([...endpoint.errors, ...commonErrors(endpoint)]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...own, ...everywhere])) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      'x-everywhere': codes.filter((code) => !own.has(code)),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

const partOf = (part: 'file' | 'files' | readonly string[]): Json => {
  const file = { type: 'string', format: 'binary' };
  return part === 'file'
    ? file
    : part === 'files'
      ? { type: 'array', items: file }
      : { type: 'string', enum: part };
};

const bodyOf = (endpoint: AnyEndpoint): Json =>
  endpoint.upload === 'bytes'
    ? {
        requestBody: {
          required: true,
          content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      }
    : endpoint.upload
      ? {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(
                    Object.entries(endpoint.parts ?? {}).map(([name, part]) => [name, partOf(part)]),
                  ),
                  required: Object.keys(endpoint.parts ?? {}),
                },
              },
            },
          },
        }
      : endpoint.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
            },
          }
        : {};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours get the first answer again',
  schema: { type: 'string', maxLength: 200 },
};

const uploadOffset = {
  name: 'Upload-Offset',
  in: 'header',
  required: true,
  description: 'Where in the file the bytes of the body begin',
  schema: { type: 'integer', minimum: 0 },
};

/** A session, or a key that has the scope; nothing for anyone. */
const securityOf = ({ access, scope }: AnyEndpoint): Json[] =>
  access === 'public' ? [] : [{ bearer: [] }, ...(scope ? [{ personalKey: [scope] }] : [])];

/**
 * OpenAPI 3.1 of the contract's endpoints, from the very schemas that validate; `others` are described by whoever answers
 * them.
 */
export function buildOpenApi(
  endpoints: readonly AnyEndpoint[],
  serverUrl: string,
  others: Record<string, Json> = {},
): Json {
  const paths: Record<string, Json> = { ...others };
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        summary: endpoint.summary,
        security: securityOf(endpoint),
        parameters: [
          ...parametersOf(endpoint),
          ...(endpoint.upload === 'bytes' ? [uploadOffset] : []),
          ...(isRepeatable(endpoint) ? [idempotencyKey] : []),
        ],
        ...bodyOf(endpoint),
        responses: responsesOf(endpoint),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parlance', version: '1', description: 'Chatbots that answer from their owner’s sources' },
    servers: [{ url: serverUrl }],
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        personalKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'parlance_…',
          description: 'A personal API key; the scope that a call needs stands behind it',
        },
        apikey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'The publishable key of /config.json',
        },
      },
    },
    paths,
  };
}
