import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

interface Router {
  state: { location: { pathname: string } };
  subscribe(listener: () => void): () => void;
}

let router: Router | undefined;

/** Sets the router whose addresses are followed. */
export const followRouter = (next: Router) => {
  router = next;
};

const subscribe = (listener: () => void) => router?.subscribe(listener) ?? (() => {});

/** The path that the person wants, while the page drawn may still be the one before. */
export function useWantedPath(): string {
  const { pathname } = useLocation();
  return useSyncExternalStore(subscribe, () => router?.state.location.pathname ?? pathname);
}
