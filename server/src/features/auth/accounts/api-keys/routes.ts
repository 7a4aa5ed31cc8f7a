import { createApiKey, deleteApiKey, listApiKeys } from '@parlance/contract/endpoints/account/api-keys';
import { type Registration, route } from '../../../../kit/http/route.ts';
import { deviceOf } from '../../protocol/endpoints.ts';
import { createKey, listKeys, revokeKey } from './api-keys.ts';

/** What a person's programs call Parlance with. */
export const apiKeyRoutes: Registration[] = [
  route(listApiKeys, async ({ db }, { caller }) => ({ items: await listKeys(db, caller.userId) })),
  route(createApiKey, (context, { caller, body, request }) =>
    createKey(context, caller, body, deviceOf(request)),
  ),
  route(deleteApiKey, (context, { caller, params, request }) =>
    revokeKey(context, caller, params.apiKeyId, deviceOf(request)),
  ),
];
