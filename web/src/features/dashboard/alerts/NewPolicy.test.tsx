import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPolicyNew, privacyQuery } from '../../../lib/queries/consents.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { press, render, says, until } from '../../../test/render.tsx';
import { toasts } from '../../../ui/toasts/toasts.ts';
import { policyTexts } from '../../settings/privacy/policy-texts.ts';
import { NewPolicy } from './NewPolicy.tsx';

const t = speak(policyTexts, 'fr');
const choices = {
  functionalCookies: true,
  performanceCookies: false,
  cookieUsage: false,
  analyticsTracking: true,
  dataCollection: false,
  dataSharingThirdParties: false,
  marketingCommunications: true,
};
let kept = {
  ...choices,
  consentVersion: '1.0',
  updatedAt: '2026-11-21T10:00:00.000Z',
  currentVersion: '2.0',
};
const sent: unknown[] = [];
let isBroken = false;
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    if (body) sent.push(JSON.parse(body));
    if (body && !isBroken) kept = { ...kept, consentVersion: '2.0' };
    response.writeHead(body && isBroken ? 500 : 200, { 'Content-Type': 'application/json' });
    const legal = { privacy: { fr: '/legal/privacy/fr', en: 'https://policy.example/en' } };
    response.end(JSON.stringify(request.url === '/config.json' ? { legal } : kept));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));

function Shown() {
  const { data } = useQuery(privacyQuery);
  return data && isPolicyNew(data) ? <NewPolicy preferences={data} /> : <p>Rien à demander</p>;
}

test('who agreed to an earlier policy is asked, and a yes keeps the same choices for the one in force', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Shown />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await until(() => says(t.text('2.0', '1.0')));
  await until(() => document.querySelector('a[href="/legal/privacy/fr/changes"]'));
  expect(document.querySelector('a[href="/settings?tab=privacy"]')?.textContent).toBe(t.review);
  isBroken = true;
  await press(t.confirm);
  await until(() => toasts.get().some(({ title }) => title === t.failed));
  expect(says(t.changed)).toBe(true);
  isBroken = false;
  await press(t.confirm);
  await until(() => says('Rien à demander'));
  expect(sent.at(-1)).toEqual({ ...choices, consentVersion: '2.0' });
  expect(toasts.get().map(({ title, dismissed }) => [title, dismissed])).toEqual([
    [t.failed, true],
    [t.confirmed, false],
  ]);
});
