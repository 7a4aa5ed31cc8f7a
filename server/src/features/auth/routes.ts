import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { accountEndpoints } from './accounts/endpoints.ts';
import { factorEndpoints } from './factors/endpoints.ts';
import { federationEndpoints } from './federation/endpoints.ts';
import { samlEndpoints } from './federation/saml/endpoints.ts';
import { type AuthArea, protocol } from './protocol/endpoints.ts';
import { functionsService } from './rest-and-functions/functions.ts';
import { dataService } from './rest-and-functions/profile-routes.ts';

const areas: readonly AuthArea[] = [accountEndpoints, factorEndpoints, federationEndpoints, samlEndpoints];

/** The authentication protocol of the Supabase client and its profiles, in their own shapes. */
export const authRoutes = {
  async plugin(app: FastifyInstance, context: Context): Promise<void> {
    await app.register(async (scope) => protocol(scope, context, areas), { prefix: '/auth/v1' });
    await app.register(async (scope) => dataService(scope, context), { prefix: '/rest/v1' });
    await app.register(async (scope) => functionsService(scope, context), { prefix: '/functions/v1' });
  },
};
