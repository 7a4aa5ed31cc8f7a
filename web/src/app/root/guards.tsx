import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { pageFor, type Wanted } from '../../lib/session/wanted-page.ts';
import { FullPageSpinner } from './FullPageSpinner.tsx';

export interface ProtectedProps {
  /** Asks for what a session that ended lacks, over the page: nothing typed is lost. */
  again: ComponentType<{ asks: 'password' | 'code' }>;
  /** Lets people of the social provider pass once they have consented. */
  consent: ComponentType<{ waiting: ReactNode }>;
  /** Called for each protected page that is entered. */
  onEnter: () => void;
}

/** Shows its routes to signed-in people only; the others go to /login and come back to the page they wanted. */
export function Protected({ again: Again, consent: Consent, onEnter }: ProtectedProps) {
  const session = useSession();
  const { status, user } = session;
  const { pathname, search, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a page of its own
  useEffect(() => {
    if (status === 'signedIn') onEnter();
  }, [status, pathname]);

  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'recovery') return <Navigate to="/reset-password" replace />;
  if (status !== 'signedIn') {
    const { last, hasLeft } = session.status === 'signedOut' ? session : { last: user?.id };
    const wanted: Wanted = { from: `${pathname}${search}${hash}`, of: last };
    return <Navigate to="/login" replace state={pathname === '/' || hasLeft ? null : wanted} />;
  }
  const isSocial = user.app_metadata.provider === 'google';
  return (
    <>
      {isSocial ? (
        <Suspense fallback={<FullPageSpinner />}>
          <Consent waiting={<FullPageSpinner />} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Suspense fallback={null}>{session.asks && <Again asks={session.asks} />}</Suspense>
    </>
  );
}

/**
 * Shows its routes to signed-out people only; a signed-in one goes to the wanted page, unless it is somebody else's;
 * else to /.
 */
export function Guest() {
  const { status, user } = useSession();
  const state = useLocation().state as Wanted | null;
  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'signedIn') return <Navigate to={pageFor(user.id, state ?? {})} replace />;
  return <Outlet />;
}

/** Leads from an address that nobody knows to / when signed in, otherwise to /login. */
export function UnknownPath() {
  const { status } = useSession();
  if (status === 'loading') return <FullPageSpinner />;
  return <Navigate to={status === 'signedIn' ? '/' : '/login'} replace />;
}
