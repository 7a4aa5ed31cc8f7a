import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Holds whoever goes away with something unsaved: by a link (the blocker is answered in a dialog) or out of the app. */
export function useLeaveBlocker(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
}
