import { Readable } from 'node:stream';
import {
  deleteExport,
  fetchExport,
  listExports,
  requestExport,
} from '@parlance/contract/endpoints/account/exports';
import { type Registration, route } from '../../../kit/http/route.ts';
import * as exports from './exports.ts';

export const exportRoutes: Registration[] = [
  route(requestExport, (context, { caller }) => exports.requestExport(context, caller)),
  route(listExports, async (context, { caller }) => ({ items: await exports.listExports(context, caller) })),
  route(deleteExport, (context, { caller, params }) =>
    exports.deleteExport(context, caller, params.exportId),
  ),
  route(fetchExport, async (context, { params, query, request, reply }) => {
    // Before it is known whether there is one: the address is a secret.
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const { bytes, name, stream } = await exports.openArchive(context, params.exportId, query.token);
    await reply
      .type('application/zip')
      .headers({
        'content-length': bytes,
        'content-disposition': `attachment; filename="${name}"`,
        'x-robots-tag': 'noindex',
      })
      .send(request.method === 'HEAD' ? Readable.from([]) : stream());
  }),
];
