import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useUser } from '../../../../lib/session/session.ts';
import { consentQuery } from './consent.ts';

/** Leads who came with the social provider to the consent step; the page that was wanted is kept. */
export function ConsentGate({ waiting }: { waiting: ReactNode }) {
  const user = useUser();
  const { pathname, search, hash } = useLocation();
  const { data: consent, refetch } = useQuery(consentQuery(user.id));
  const isUnknown = consent === 'unknown';
  const asked = useRef(pathname);

  useEffect(() => {
    if (asked.current === pathname) return;
    asked.current = pathname;
    if (isUnknown) void refetch();
  }, [pathname, isUnknown, refetch]);

  if (consent === 'due') {
    const from = `${pathname}${search}${hash}`;
    return <Navigate to="/auth/google-consent" replace state={pathname === '/' ? null : { from }} />;
  }
  return consent ? <Outlet /> : waiting;
}
