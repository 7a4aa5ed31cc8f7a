import { languages } from '@parlance/contract/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { refusalOf } from '../../../kit/http/problem.ts';
import { bearerOf } from '../../../kit/http/route.ts';
import { requirePublishableKey } from '../protocol/gate.ts';
import { isWebsite } from '../requests/fields.ts';
import { authenticate } from '../service.ts';
import { DataError, foreignRowError, notAllowedError } from './data-errors.ts';
import {
  appliedPreferences,
  type Form,
  notJsonError,
  type Preferences,
  parseAccept,
  parseChange,
  parsePreferences,
  parseQuery,
  parseRows,
  type Query,
  type Table,
  type Values,
} from './data-request.ts';
import {
  changeProfiles,
  insertProfileRow,
  mergeProfileRow,
  type ProfileRow,
  profilesOf,
} from './profile-queries.ts';

const isBlankOrWebsite = (text: string) => text === '' || isWebsite(text);

const table: Table = {
  name: 'profiles',
  columns: {
    id: { type: 'uuid' },
    first_name: { type: 'text', nullable: true, maxLength: 200 },
    last_name: { type: 'text', nullable: true, maxLength: 200 },
    website: { type: 'text', nullable: true, maxLength: 2048, check: isBlankOrWebsite },
    receive_updates: { type: 'boolean' },
    preferred_locale: { type: 'text', nullable: true, oneOf: languages },
    updated_at: { type: 'timestamptz' },
    google_consent_completed: { type: 'boolean' },
  },
};

/** The person's own row of `profiles`, as the official client reads and writes it; nobody else's is visible. */
export async function serveDataApi(app: FastifyInstance, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  requirePublishableKey(app, context);

  app.all('/*', (request) => {
    const [, , , name = '', called = ''] = request.url.split(/[/?]/);
    if (name === 'rpc') {
      throw new DataError(
        404,
        'PGRST202',
        `Could not find the function public.${called} in the schema cache`,
      );
    }
    throw new DataError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/profiles',
    handler: async (request, reply) => {
      const { userId, query, preferences, form } = await readRequest(context, request);
      const rows = await profilesOf(context.db, userId, query.filters);
      return answerRows(reply, sendPage(reply, rows, query, preferences), query, form, preferences);
    },
  });
  app.patch('/profiles', async (request, reply) => {
    const { userId, query, preferences, form } = await readRequest(context, request);
    if (query.filters.length === 0) throw new DataError(400, '21000', 'UPDATE requires a WHERE clause');
    const change = onlyNamed(parseChange(table, request.body), query.columns);
    const { id = userId } = ownId(change);
    const rows = await transaction(context.db, async (db) => {
      if (Object.keys(change).length === 0) return [];
      // A row that the filters hide is not written, and not refused either.
      if (id !== userId && (await profilesOf(db, userId, query.filters)).length > 0) throw foreignRowError();
      const changed =
        id === userId ? await changeProfiles(db, userId, query.filters, change, context.clock()) : [];
      checkAffected(changed.length, preferences);
      return changed;
    });
    return answerWritten(reply, 204, rows, query, form, preferences);
  });
  app.post('/profiles', async (request, reply) => {
    const { userId, query, preferences, form } = await readRequest(context, request);
    const missing = preferences.missing === 'default' ? 'default' : 'null';
    const rows = parseRows(table, request.body, query.columns, missing).map(ownId);
    if (!rows.every((row): row is Values & { id: string } => row.id === userId)) throw foreignRowError();
    const written = await write(context, rows, preferences);
    return answerWritten(reply, written.created ? 201 : 200, written.rows, query, form, preferences);
  });
  app.route({
    method: ['DELETE', 'PUT'],
    url: '/profiles',
    handler: async (request, reply) => {
      await readRequest(context, request);
      if (request.method === 'DELETE') throw notAllowedError(403);
      void reply.header('allow', 'GET, HEAD, POST, PATCH, OPTIONS');
      throw new DataError(405, 'PGRST117', 'Unsupported HTTP method: PUT');
    },
  });
}

/** Writes the rows of a POST: all are the person's own, so that a second one is the first one again. */
async function write(
  context: Context,
  [row, ...more]: (Values & { id: string })[],
  { resolution }: Preferences,
): Promise<{ rows: ProfileRow[]; created: boolean }> {
  if (!row) return { rows: [], created: resolution !== 'merge-duplicates' };
  const now = context.clock();
  if (resolution === 'merge-duplicates') {
    if (more.length > 0)
      throw new DataError(400, '21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time');
    const merged = await mergeProfileRow(context.db, row, now);
    return { rows: [merged.row], created: merged.inserted };
  }
  const isStrict = resolution !== 'ignore-duplicates';
  const rows = more.length > 0 && isStrict ? [] : await insertProfileRow(context.db, row, now);
  if (rows.length === 0 && isStrict) {
    throw new DataError(
      409,
      '23505',
      'duplicate key value violates unique constraint "profiles_pkey"',
      `Key (id)=(${row.id}) already exists.`,
    );
  }
  return { rows, created: true };
}

async function readRequest(context: Context, request: FastifyRequest) {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const userId = await personOf(context, request, isReading);
  const schema = request.headers[isReading ? 'accept-profile' : 'content-profile'];
  if (schema !== undefined && schema !== 'public')
    throw new DataError(406, 'PGRST106', 'The schema must be one of the following: public');
  const range = isReading ? request.headers.range : undefined;
  return {
    userId,
    form: parseAccept(request.headers.accept),
    preferences: parsePreferences([request.headers.prefer ?? []].flat().join(',')),
    query: parseQuery(table, request.query as Record<string, unknown>, range),
  };
}

/** The person behind the bearer; the publishable key as a bearer is nobody. */
async function personOf(context: Context, request: FastifyRequest, isReading: boolean): Promise<string> {
  const { authorization } = request.headers;
  if (!isReading && (authorization === undefined || /^Bearer +sb_/i.test(authorization)))
    throw notAllowedError(401);
  const bearer = bearerOf(request);
  try {
    return (await authenticate(context, bearer)).userId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated' && isExpired(context, bearer))
      throw new DataError(401, 'PGRST303', 'JWT expired');
    throw error;
  }
}

/** Whether a token that was refused has run out, whoever signed it. */
function isExpired(context: Context, token: string): boolean {
  try {
    const { exp } = decodeJwt(token);
    return exp !== undefined && exp * 1000 <= context.clock().getTime();
  } catch {
    return false;
  }
}

const ownId = (row: Values): Values & { id?: string } =>
  typeof row.id === 'string' ? { ...row, id: row.id.toLowerCase() } : (row as Values & { id?: string });

const onlyNamed = (row: Values, columns: readonly string[] | undefined): Values =>
  columns ? Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))) : row;

function checkAffected(affected: number, preferences: Preferences) {
  const most = preferences['max-affected'];
  if (most === undefined || affected <= Number(most)) return;
  throw new DataError(
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${affected} rows`,
  );
}

/** The part of the rows that was asked for; headers and status say which. */
function sendPage(
  reply: FastifyReply,
  rows: ProfileRow[],
  query: Query,
  { count }: Preferences,
): ProfileRow[] {
  if (count !== undefined && query.offset > rows.length) {
    throw new DataError(
      416,
      'PGRST103',
      'Requested range not satisfiable',
      `An offset of ${query.offset} was requested, but there are only ${rows.length} rows.`,
    );
  }
  const shown = rows.slice(query.offset, query.offset + query.limit);
  if (count !== undefined && shown.length < rows.length) void reply.code(206);
  contentRange(reply, shown.length, query.offset, count === undefined ? '*' : rows.length);
  return shown;
}

const contentRange = (reply: FastifyReply, shown: number, offset: number, total: number | '*') =>
  reply.header('content-range', `${shown === 0 ? '*' : `${offset}-${offset + shown - 1}`}/${total}`);

function answerWritten(
  reply: FastifyReply,
  status: number,
  rows: ProfileRow[],
  query: Query,
  form: Form,
  preferences: Preferences,
) {
  contentRange(reply, rows.length, 0, preferences.count === undefined ? '*' : rows.length);
  reply.code(status);
  if (preferences.return === 'representation') {
    if (status === 204) reply.code(200);
    return answerRows(reply, rows, query, form, preferences);
  }
  const [row] = rows;
  if (row && preferences.return === 'headers-only') reply.header('location', `/profiles?id=eq.${row.id}`);
  return sendPreferences(reply, preferences).send();
}

function sendPreferences(reply: FastifyReply, preferences: Preferences): FastifyReply {
  const applied = appliedPreferences(preferences);
  return applied === '' ? reply : reply.header('preference-applied', applied);
}

function answerRows(
  reply: FastifyReply,
  rows: ProfileRow[],
  { select }: Query,
  { isSingle, withoutNulls }: Form,
  preferences: Preferences,
) {
  const shown = rows.map((row) =>
    Object.fromEntries(
      select
        .map(({ name, column }) => [name, row[column]] as const)
        .filter(([, value]) => !withoutNulls || value !== null),
    ),
  );
  sendPreferences(reply, preferences);
  const parameter = withoutNulls ? ';nulls=stripped' : '';
  if (!isSingle) {
    const type = withoutNulls ? `application/vnd.pgrst.array+json${parameter}` : 'application/json';
    return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(shown));
  }
  const [row] = shown;
  if (!row) {
    throw new DataError(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      'The result contains 0 rows',
    );
  }
  return reply.type(`application/vnd.pgrst.object+json${parameter}; charset=utf-8`).send(JSON.stringify(row));
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
  if (error.status === 401) {
    const isInvalid = /^PGRST30[13]$/.test(error.body.code) && request.headers.authorization !== undefined;
    const why = isInvalid ? ` error="invalid_token", error_description="${error.message}"` : '';
    reply.header('www-authenticate', `Bearer${why}`);
  }
  if (error.status === 503) reply.header('retry-after', '5');
  if (error.status === 413) reply.header('connection', 'close');
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(error.body));
}

function asDataError(thrown: unknown): DataError | undefined {
  if (thrown instanceof DataError) return thrown;
  // A value that passed every check of ours and that the database still cannot hold.
  const { code } = thrown as { code?: unknown };
  if (typeof code === 'string' && /^2[23]...$/.test(code))
    return new DataError(code === '23503' ? 409 : 400, code, 'The database refused a value');
  const refusal = refusalOf(thrown);
  switch (refusal?.code) {
    case 'unauthenticated':
      return new DataError(401, 'PGRST301', 'JWT is missing, broken or its session has ended');
    case 'malformed_json':
      return notJsonError();
    case 'unsupported_media':
      return new DataError(415, 'PGRST102', 'Content-Type not acceptable');
    case 'payload_too_large':
      return new DataError(413, 'PGRST102', 'The body is too large');
    // A session that began with a recovery exists to set a password and for nothing else.
    case 'forbidden':
      return new DataError(403, 'insufficient_scope', 'This session may only set a new password');
    default:
  }
  if (refusal)
    return new DataError(refusal.status, refusal.status >= 500 ? 'PGRST000' : refusal.code, refusal.code);
  return undefined;
}
