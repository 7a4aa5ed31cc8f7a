import type { Source } from '@parlance/contract/endpoints/sources';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../../lib/queries/query-client.ts';
import { press, render, says, until } from '../../../../test/render.tsx';
import { SourceTable } from './SourceTable.tsx';

// Changes are told over a socket, which nobody answers here.
vi.mock('../../../../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

const source = {
  id: 's1',
  chatbotId: 'c1',
  kind: 'file',
  name: 'tarifs.pdf',
  mediaType: 'application/pdf',
  size: 1200,
  status: 'ready',
  passages: 3,
  storageTokens: 90,
  createdAt: '2024-03-05T10:00:00.000Z',
  notices: [],
  lastSyncAt: '2024-04-06T10:00:00.000Z',
  language: 'fr',
  requiresAuthentication: false,
  schedule: null,
  ignoreHeader: false,
  ignoreFooter: false,
} as unknown as Source;

const show = (element: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );

const heads = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
const dates = () => [...document.querySelectorAll('td time')].map((time) => time.getAttribute('datetime'));

test('a file’s row says when it was uploaded, a page’s when it was read last', async () => {
  const onSort = vi.fn();
  const table = (row: Source) => (
    <SourceTable
      sources={[row]}
      sort="name"
      onSort={onSort}
      ticks={{
        allLabel: 'Tout',
        all: false,
        onAll() {},
        labelOf: ({ name }) => name,
        has: () => false,
        onRow() {},
      }}
      onOpen={() => {}}
      onDelete={() => {}}
    />
  );
  await show(table(source));
  expect(heads().join()).toContain('Ajouté');
  expect(dates()).toEqual([source.createdAt]);
  await press('Ajouté');
  expect(onSort).toHaveBeenCalledWith(expect.stringContaining('createdAt'));
  await show(table({ ...source, kind: 'url', name: 'Tarifs', url: 'https://exemple.fr/tarifs' }));
  expect(heads().join()).toContain('Synchronisé');
  expect(dates()).toEqual([source.lastSyncAt]);
});

test.each([
  ['aide@exemple.fr', 'écrivez au support. aide@exemple.fr'],
  [null, 'contactez la personne qui gère ce serveur.'],
])('whom to turn to is named, or not spoken of: %s', async (supportEmail, sentence) => {
  vi.stubGlobal('fetch', async () => Response.json({ supportEmail }));
  // What the server tells everybody is asked for once in a page's life.
  vi.resetModules();
  const { Failure } = await import('../../source/Failure.tsx');
  const { render } = await import('../../../../test/render.tsx');
  const error = { code: 'corrupt_file', message: 'Ce fichier ne s’ouvre pas.' } as const;
  await render(<Failure error={error} url={undefined} actions={null} />);
  await until(() => says(sentence));
  expect(says('support')).toBe(supportEmail !== null);
  expect(document.querySelector('a')?.getAttribute('href')).toBe(
    supportEmail === null ? undefined : `mailto:${supportEmail}`,
  );
  vi.unstubAllGlobals();
});
