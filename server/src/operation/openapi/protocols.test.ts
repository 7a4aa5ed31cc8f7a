import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPublishableKey } from '../../features/auth/service.ts';
import { type Program, startProgram } from '../../test/program.ts';
import { protocolPaths } from './protocols.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' });
});
afterAll(() => program.stop());

test('what is described is offered', async () => {
  const apikey = await loadPublishableKey(program.context);
  for (const [path, methods] of Object.entries(protocolPaths())) {
    for (const method of Object.keys(methods)) {
      const response = await fetch(program.url + path.replace('{id}', 'none'), {
        method: method.toUpperCase(),
        headers: { apikey, 'x-supabase-api-version': '2024-01-01' },
        redirect: 'manual',
      });
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      expect([path, method, response.status, code]).not.toEqual([path, method, 404, 'not_found']);
      expect([path, method, response.status]).not.toEqual([path, method, 405]);
    }
  }
});
