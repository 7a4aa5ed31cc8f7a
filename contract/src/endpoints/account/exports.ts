import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, id, time } from '../../shapes.ts';

export const exportStatus = z.enum(['pending', 'running', 'ready', 'expired', 'error']);

export const dataExport = z.object({
  id,
  status: exportStatus,
  /** Files of the archive written so far, of all: only while it runs. */
  progress: z.nullable(z.object({ done: count, total: count })),
  /** Bytes of the archive once it is ready. */
  bytes: z.nullable(count),
  createdAt: time,
  /** Until when it can be fetched. */
  expiresAt: z.nullable(time),
  /** Where it is fetched from: signed, and good until `expiresAt`. */
  url: z.optional(z.string()),
});
export type DataExport = z.output<typeof dataExport>;

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/v1/privacy/export',
  summary:
    'Ask for an archive of everything that is kept of this account; one that runs already is given back',
  access: 'user',
  status: 202,
  answer: dataExport,
  errors: ['too_many_exports'],
});

export const listExports = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/export',
  summary: 'The archives of this account, the newest first',
  access: 'user',
  answer: z.object({ items: z.array(dataExport) }),
  errors: [],
});

export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/v1/privacy/export/:exportId',
  summary: 'Delete an archive; its link ends',
  access: 'user',
  params: z.object({ exportId: id }),
  status: 204,
  errors: ['not_found'],
});

export const fetchExport = endpoint({
  method: 'GET',
  path: '/api/v1/privacy/exports/:exportId/archive',
  summary: 'The archive itself, a zip: by the link that the list and the mail give, without a sign-in',
  access: 'public',
  params: z.object({ exportId: id }),
  query: z.object({ token: z._default(z.string().check(z.maxLength(200)), '') }),
  errors: ['not_found'],
});
