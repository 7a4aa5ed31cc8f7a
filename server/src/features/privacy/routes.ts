import { getDeletion, requestDeletion } from '@parlance/contract/endpoints/account/privacy';
import { type Registration, route } from '../../kit/http/route.ts';
import * as service from './service.ts';

export const privacyRoutes: Registration[] = [
  route(requestDeletion, async (context, { caller }) => ({
    scheduledFor: (await service.requestDeletion(context, caller)).toISOString(),
  })),
  route(getDeletion, async (context, { caller }) => ({
    isTakenBack: await service.wasDeletionCancelled(context, caller),
    scheduledFor: (await service.deletionOf(context, caller))?.toISOString() ?? null,
  })),
];
