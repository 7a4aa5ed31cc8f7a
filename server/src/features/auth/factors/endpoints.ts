import type { FastifyRequest } from 'fastify';
import {
  deviceOf,
  type EndpointGroup,
  requireSignedIn,
  requireSignedInOrRecovering,
  visitOf,
} from '../protocol/endpoints.ts';
import { asBody } from '../requests/fields.ts';
import { presentSession } from '../sessions/sessions.ts';
import { challengeFactor, enrolFactor, removeFactor, verifyFactor } from './totp.ts';

const factorIdOf = (request: FastifyRequest) => (request.params as { id: string }).id;

/** The second step of signing in: authenticator apps. */
export const factorEndpoints: EndpointGroup = (at, context) => {
  at('/factors', {
    POST: async (request) => {
      const session = await requireSignedIn(context, request);
      await visitOf(context, request, 'factor');
      return enrolFactor(context, session, asBody(request.body));
    },
  });
  at('/factors/:id', {
    DELETE: async (request) => {
      const session = await requireSignedIn(context, request);
      return removeFactor(context, session, factorIdOf(request), deviceOf(request));
    },
  });
  // A recovery, too, is for who has the second factor.
  at('/factors/:id/challenge', {
    POST: async (request) => {
      const session = await requireSignedInOrRecovering(context, request);
      const { address } = await visitOf(context, request, 'factor');
      return challengeFactor(context, session, factorIdOf(request), address);
    },
  });
  at('/factors/:id/verify', {
    POST: async (request) => {
      const session = await requireSignedInOrRecovering(context, request);
      const { address } = await visitOf(context, request, 'factor');
      const visit = { address, device: deviceOf(request) };
      const raised = await verifyFactor(context, session, factorIdOf(request), asBody(request.body), visit);
      return presentSession(context, raised);
    },
  });
};
