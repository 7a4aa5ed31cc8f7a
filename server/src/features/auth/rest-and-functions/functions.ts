import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { answerError, bearerOf } from '../../../kit/http/route.ts';
import { requirePublishableKey } from '../protocol/gate.ts';
import { authenticate } from '../service.ts';
import { googleProfile } from './google-profile.ts';
import type { ProtocolFunction } from './protocol-function.ts';
import { securityMonitor } from './security-monitor.ts';

const functions: readonly ProtocolFunction[] = [googleProfile, securityMonitor];

/** `POST /functions/v1/{name}`: answers are JSON, refusals problem documents. */
export async function serveFunctions(app: FastifyInstance, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  // A route, since the web app's pages answer whatever address no route has.
  app.all('/*', () => {
    throw new AppError('not_found');
  });
  requirePublishableKey(app, context);

  for (const { name, maxBodyBytes, run } of functions) {
    app.post(`/${name}`, maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }, async (request) => {
      const caller = await authenticate(context, bearerOf(request));
      request.caller = caller;
      return run(context, caller, request);
    });
  }
}
