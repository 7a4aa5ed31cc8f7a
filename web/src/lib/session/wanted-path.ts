import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

interface Router {
  state: { location: { pathname: string } };
  subscribe(listener: () => void): () => void;
}

let router: Router | undefined;

/** Whose addresses are followed. */
export const followRouter = (next: Router) => {
  router = next;
};

const subscribe = (listener: () => void) => router?.subscribe(listener) ?? (() => {});

/** Where the person wants to be: at once, while the page drawn may still be the one before. */
export function useWantedPath(): string {
  const { pathname } = useLocation();
  return useSyncExternalStore(subscribe, () => router?.state.location.pathname ?? pathname);
}
