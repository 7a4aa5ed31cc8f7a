import { languages } from '@parlance/contract/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Context } from '../../context.ts';
import type { AppError } from '../../kit/errors.ts';
import { bearerOf } from '../../kit/http.ts';
import { refusalOf } from '../../kit/problem.ts';
import { answerCors } from './cors.ts';
import { publishableKey } from './publishable-key.ts';
import { profileById, updateProfile } from './queries.ts';
import { authenticate } from './service.ts';

const columns = [
  'id',
  'first_name',
  'last_name',
  'website',
  'receive_updates',
  'preferred_locale',
  'updated_at',
  'google_consent_completed',
] as const;
type Column = (typeof columns)[number];

const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name);

/** A refusal in the words of PostgREST: all four members, always. */
class DataError extends Error {
  readonly status: number;
  readonly body: { code: string; details: string | null; hint: null; message: string };

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.status = status;
    this.body = { code, details, hint: null, message };
  }
}

const short = z.nullable(z.string().max(200));
const changes = z
  .strictObject({
    id: z.uuid(),
    first_name: short,
    last_name: short,
    website: z.nullable(z.string().max(2048)),
    receive_updates: z.boolean(),
    preferred_locale: z.nullable(z.enum(languages)),
    updated_at: z.iso.datetime({ offset: true }),
    google_consent_completed: z.boolean(),
  })
  .partial();

/** The person's own row of `profiles`, as the official client reads and writes it; nobody else's is visible. */
export async function dataService(app: FastifyInstance, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  app.all('/*', { schema: { hide: true } as never }, (request) => {
    const table = request.url.split(/[/?]/)[3] ?? '';
    throw new DataError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (answerCors(context.config, request, reply)) return reply;
    if (request.headers.apikey !== (await publishableKey(context))) {
      return reply.code(401).send({
        message: 'No valid API key found in request',
        hint: 'Send the publishable key of /config.json in the `apikey` header.',
      });
    }
  });

  app.get(
    '/profiles',
    { exposeHeadRoute: false, schema: { hide: true } as never },
    async (request, reply) => {
      const { userId, wish } = await readRequest(context, request);
      const rows = wish.id === undefined || wish.id === userId ? await profileById(context.db, userId) : [];
      return answerRows(request, reply, rows, wish.select);
    },
  );
  app.patch('/profiles', { schema: { hide: true } as never }, async (request, reply) => {
    const { userId, wish } = await readRequest(context, request);
    if (wish.id === undefined) throw new DataError(400, '21000', 'UPDATE requires a WHERE clause');
    const change = parseChange(request.body);
    const isOwn = wish.id === userId;
    if (isOwn && change.id !== undefined && change.id !== userId) {
      throw new DataError(403, '42501', 'new row violates row-level security policy for table "profiles"');
    }
    const rows = isOwn ? await updateProfile(context.db, userId, change, context.clock()) : [];
    if (!wantsRows(request)) return reply.code(204).send();
    reply.header('preference-applied', 'return=representation');
    return answerRows(request, reply, rows, wish.select);
  });
}

async function readRequest(context: Context, request: FastifyRequest) {
  const schema = request.headers[request.method === 'GET' ? 'accept-profile' : 'content-profile'];
  if (schema !== undefined && schema !== 'public') {
    throw new DataError(406, 'PGRST106', 'The schema must be one of the following: public');
  }
  const { userId } = await authenticate(context, bearerOf(request));
  return { userId, wish: parseQuery(request.query as Record<string, unknown>) };
}

function parseQuery(query: Record<string, unknown>): { select: readonly Column[]; id: string | undefined } {
  let select: readonly Column[] = columns;
  let id: string | undefined;
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new DataError(400, 'PGRST100', `"${name}" stands twice`);
    if (name === 'select') select = parseSelect(value);
    else if (name === 'id') id = parseOwner(value);
    else if (isColumn(name)) throw new DataError(400, 'PGRST100', 'Only filters on "id" are offered');
    else if (name !== 'columns') throw new DataError(400, '42703', `column profiles.${name} does not exist`);
  }
  return { select, id };
}

function parseSelect(list: string): readonly Column[] {
  if (list === '*' || list === '') return columns;
  return list.split(',').map((name) => {
    if (!isColumn(name)) throw new DataError(400, '42703', `column profiles.${name} does not exist`);
    return name;
  });
}

function parseOwner(filter: string): string {
  if (!filter.startsWith('eq.')) throw new DataError(400, 'PGRST100', `failed to parse filter (${filter})`);
  const id = filter.slice(3).toLowerCase();
  if (!z.guid().safeParse(id).success) {
    throw new DataError(400, '22P02', `invalid input syntax for type uuid: "${id}"`);
  }
  return id;
}

function parseChange(body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DataError(400, 'PGRST102', 'Empty or invalid json');
  }
  const unknown = Object.keys(body).find((name) => !isColumn(name));
  if (unknown !== undefined) {
    throw new DataError(
      400,
      'PGRST204',
      `Could not find the '${unknown}' column of 'profiles' in the schema cache`,
    );
  }
  const parsed = changes.safeParse(body);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new DataError(400, '22P02', `invalid input for column "${path}"`);
  }
  return parsed.data;
}

const wantsRows = (request: FastifyRequest) =>
  String(request.headers.prefer ?? '').includes('return=representation');

const objectType = 'application/vnd.pgrst.object+json';

function answerRows(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: ReadonlyArray<Record<Column, unknown>>,
  select: readonly Column[],
) {
  const shown = rows.map((row) => Object.fromEntries(select.map((column) => [column, row[column]])));
  reply.header('content-range', shown.length === 0 ? '*/*' : `0-${shown.length - 1}/*`);
  if (!request.headers.accept?.includes(objectType)) return reply.send(shown);
  const [row] = shown;
  if (!row) {
    throw new DataError(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      'The result contains 0 rows',
    );
  }
  return reply.type(`${objectType}; charset=utf-8`).send(JSON.stringify(row));
}

function answerError(context: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = asDataError(thrown);
  if (!error) {
    context.log.error(
      { requestId: request.id, route: request.routeOptions.url, error: thrown },
      'request failed',
    );
    return reply.code(500).send(new DataError(500, 'XX000', 'internal error').body);
  }
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.status === 503) reply.header('retry-after', '5');
  return reply.code(error.status).send(error.body);
}

function asDataError(thrown: unknown): DataError | undefined {
  if (thrown instanceof DataError) return thrown;
  const refusal: AppError | undefined = refusalOf(thrown);
  if (!refusal) return undefined;
  if (refusal.code === 'unauthenticated')
    return new DataError(401, 'PGRST301', 'JWT is missing, broken or its session has ended');
  if (refusal.code === 'malformed_json') return new DataError(400, 'PGRST102', 'Empty or invalid json');
  return new DataError(refusal.status, 'PGRST000', refusal.code);
}
