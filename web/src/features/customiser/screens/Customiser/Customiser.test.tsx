import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleChatbot } from '../../../../test/chatbot.ts';
import { render, says, until } from '../../../../test/render.tsx';
import { texts as chatbotTexts } from '../../../chatbots/texts.ts';
import { internalTexts } from '../../internal-texts.ts';
import { texts } from '../../texts.ts';

const t = speak(texts, 'fr');
const i = speak(internalTexts, 'fr');

// Changes are told over a socket, which nobody answers here.
vi.mock('../../../../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

let held: Chatbot;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(
        path === '/config.json'
          ? { answers: 'quoted', supportEmail: null, url: 'http://server' }
          : path.startsWith(`/api/v1/chatbots/${sampleChatbot.id}`) && !path.includes('versions')
            ? held
            : { items: [], nextCursor: null },
      ),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatbots`;
  await Promise.all([import('../../internal/InternalTab.tsx'), import('../../visual/VisualTab.tsx')]);
});
afterAll(() => new Promise((done) => server.close(done)));

async function open(change: Partial<Chatbot>, address: string) {
  held = { ...sampleChatbot, ...change };
  const { Customiser } = await import('./Customiser.tsx');
  const { queryClient } = await import('../../../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/chatbots/:chatbotId/personnaliser', Component: Customiser }], {
    initialEntries: [`/chatbots/${sampleChatbot.id}/personnaliser${address}`],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const tabs = () => [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);

test.each(['telegram', 'whatsapp'] as const)(
  'a chatbot on %s has the internal tab only, whatever the address says',
  async (platform) => {
    await open({ platform }, '?tab=integration');
    await until(() => says(i.welcomeMessage));
    expect(tabs()).toEqual([t.internal]);
    expect(says(t.openTest)).toBe(false);
    // What the channel greets with is set there, too.
    expect(says(i[`${platform}Welcome`])).toBe(true);
    expect(document.querySelector(`[aria-label="${i.newSuggestion}"]`)).not.toBe(null);
  },
);

test('of one in error, the way to its channel is shown', async () => {
  await open({ platform: 'telegram', status: 'error', error: 'Jeton révoqué.' }, '');
  await until(() => says('Jeton révoqué.'));
  const link = document.querySelector<HTMLAnchorElement>(`a[href="/channels?channel=${sampleChatbot.id}"]`);
  expect(link?.textContent).toBe(speak(chatbotTexts, 'fr').seeChannel);
});
