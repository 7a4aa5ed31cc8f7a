import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { answerCors } from './cors.ts';
import { loadPublishableKey } from './publishable-key.ts';

/** In front of a service of the protocol: our own sites may read, and everybody brings the publishable key. */
export function requirePublishableKey(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (answerCors(context.config, request, reply)) return reply;
    if (request.headers.apikey !== (await loadPublishableKey(context))) {
      return reply.code(401).send({
        message: 'No valid API key found in request',
        hint: 'Send the publishable key of /config.json in the `apikey` header.',
      });
    }
  });
}
