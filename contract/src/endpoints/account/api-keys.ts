import * as z from 'zod/mini';
import { endpoint, keyScopes } from '../../endpoint.ts';
import { id, plainText, time } from '../../shapes.ts';

/**
 * `read`: what can be seen of chatbots, sources, conversations and usage, at no cost; `write`: what changes them; `answer`:
 * asking a chatbot, charged as `api_call`. Which call needs which, its endpoint says.
 */
const scope = z.enum(keyScopes);

export const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(scope),
  last4: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/v1/api-keys',
  summary: 'Personal API keys, the newest first',
  access: 'user',
  answer: z.object({ items: z.array(apiKey) }),
  errors: [],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/api-keys',
  summary: 'Create a personal API key: it is shown this once',
  access: 'user',
  isSecret: true,
  body: z.strictObject({
    name: plainText(64, 1),
    scopes: z.array(scope).check(z.minLength(1), z.maxLength(3)),
  }),
  status: 201,
  answer: z.extend(apiKey, { key: z.string() }),
  errors: ['api_key_limit_reached', 'reauthentication_needed'],
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/v1/api-keys/:apiKeyId',
  summary: 'Revoke a personal API key: its next call is refused',
  access: 'user',
  params: z.object({ apiKeyId: id }),
  status: 204,
  errors: ['not_found'],
});
