import { buildOpenApi } from '../../kit/http/openapi.ts';
import type { Plugin, Registration } from '../../kit/http/route.ts';
import { protocolPaths } from './protocols.ts';

/** `GET /api/v1/openapi.json`, which describes everything that is registered beside it. */
export const openApiOf = (registrations: readonly Registration[]): Plugin => ({
  plugin(app, { config }) {
    const endpoints = registrations.flatMap((one) =>
      'endpoint' in one ? [one.endpoint] : (one.endpoints ?? []),
    );
    const document = JSON.stringify(buildOpenApi(endpoints, config.publicUrl, protocolPaths()));
    app.get('/api/v1/openapi.json', async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(document),
    );
  },
});
