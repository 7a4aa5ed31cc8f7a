import './app/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startTheme } from './lib/browser/theme.ts';
import { call } from './lib/calls/api.ts';
import { publicConfig } from './lib/calls/config.ts';
import { followCountry, followOtherTabs, settleLanguage } from './lib/language/language.ts';
import { timezone } from './lib/language/timezone.ts';
import { prefetch, providePrefetch } from './lib/queries/prefetch.ts';
import { queryClient } from './lib/queries/query-client.ts';
import { stateWith, takeLink } from './lib/session/confirmation-link.ts';
import { onArriving, startSession } from './lib/session/session.ts';
import { createRouter, loaderOf } from './routes.ts';

/** Milliseconds that the country is waited for (specification §9). */
const countryTimeoutMs = 3000;

async function countryOfVisitor(): Promise<string | null> {
  // Without a lookup service there is nothing to ask.
  if (!(await publicConfig()).geoip) return null;
  const { getCountry } = await import('@parlance/contract/endpoints/operation');
  const { countryCode } = await call(getCountry, { signal: AbortSignal.timeout(countryTimeoutMs) });
  return countryCode;
}

function takeLinkFromAddress(): boolean {
  const { pathname, search, hash } = window.location;
  const taken = takeLink(pathname, search, hash);
  if (!taken || (!taken.link && taken.address === `${pathname}${search}${hash}`)) return false;
  window.history.replaceState(taken.link ? stateWith(taken.link) : null, '', taken.address);
  return true;
}

async function start() {
  takeLinkFromAddress();
  // A link that differs from the open page in its fragment alone loads nothing by itself.
  window.addEventListener('hashchange', () => takeLinkFromAddress() && window.location.reload());
  providePrefetch(loaderOf);
  prefetch(window.location.pathname);
  startTheme();
  // Noted from the first visit on, for a browser that names none later.
  timezone();
  startSession();
  onArriving(
    () =>
      void import('./features/profile/deletion/kept-account.ts').then((file) => file.announceKeptAccount()),
  );
  // The splash stays until the first language is known: no text ever shows in the wrong one first.
  await settleLanguage();
  followOtherTabs();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // In slices, so that a slow telephone answers meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter()} />
      </QueryClientProvider>,
    ),
  );
  await followCountry(countryOfVisitor);
}

void start();
