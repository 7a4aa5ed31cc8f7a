import { buildPageHeaders } from '../kit/http/headers.ts';
import type { Registration } from '../kit/http/route.ts';

/**
 * An empty page that may frame what the app's page has fetched: there the browser shows a PDF by its own viewer, and
 * the policy of the app's page frames nobody but us (security S9.1). It runs no script.
 */
export const originalFrame: Registration = {
  async plugin(app) {
    app.get('/original-frame', async (_request, reply) =>
      reply
        .headers(buildPageHeaders({ frameAncestors: "'self'", frames: ['blob:'] }))
        .header('cache-control', 'public, max-age=3600')
        .type('text/html; charset=utf-8')
        .send(
          '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Original · Parlance</title>\n</html>\n',
        ),
    );
  },
};
