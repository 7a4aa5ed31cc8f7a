import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { accountEndpoints } from './accounts/endpoints.ts';
import { factorEndpoints } from './factors/endpoints.ts';
import { federationEndpoints } from './federation/endpoints.ts';
import { samlEndpoints } from './federation/saml/endpoints.ts';
import { type EndpointGroup, serveProtocol } from './protocol/endpoints.ts';
import { serveFunctions } from './rest-and-functions/functions.ts';
import { serveDataApi } from './rest-and-functions/profile-routes.ts';

const areas: readonly EndpointGroup[] = [
  accountEndpoints,
  factorEndpoints,
  federationEndpoints,
  samlEndpoints,
];

/** The authentication protocol of the Supabase client and its profiles, in their own shapes. */
export const authRoutes = {
  async plugin(app: FastifyInstance, context: Context): Promise<void> {
    await app.register(async (scope) => serveProtocol(scope, context, areas), { prefix: '/auth/v1' });
    await app.register(async (scope) => serveDataApi(scope, context), { prefix: '/rest/v1' });
    await app.register(async (scope) => serveFunctions(scope, context), { prefix: '/functions/v1' });
  },
};
