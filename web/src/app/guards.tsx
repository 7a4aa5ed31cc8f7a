import { type ComponentType, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { FullPageSpinner } from './FullPageSpinner.tsx';

interface Wanted {
  from?: string;
}

/**
 * Only for signed-in people; the others go to /login and come back to the page they wanted. Where a session
 * ends under somebody's hands, `again` asks for the password over the page: nothing typed is lost.
 */
export function Protected({ again: SignInAgain }: { again: ComponentType }) {
  const session = useSession();
  const { status } = session;
  const { pathname, search, hash } = useLocation();
  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'signedOut') {
    const wanted: Wanted = { from: `${pathname}${search}${hash}` };
    return <Navigate to="/login" replace state={pathname === '/' ? null : wanted} />;
  }
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{session.ended && <SignInAgain />}</Suspense>
    </>
  );
}

/** Only for signed-out people; a signed-in one goes to the wanted page, else to /. */
export function Guest() {
  const { status } = useSession();
  const state = useLocation().state as Wanted | null;
  if (status === 'loading') return <FullPageSpinner />;
  if (status === 'signedIn') return <Navigate to={state?.from ?? '/'} replace />;
  return <Outlet />;
}

/** An address that nobody knows: / when signed in, otherwise /login. */
export function UnknownPath() {
  const { status } = useSession();
  if (status === 'loading') return <FullPageSpinner />;
  return <Navigate to={status === 'signedIn' ? '/' : '/login'} replace />;
}
