import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { CodeNotFetched, forgetFailures } from '../../lib/browser/code.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { rootTexts } from './root-texts.ts';
import { useSplashEnd } from './splash.ts';

/**
 * What stands for a page with a defect, or one that could not be fetched: the frame stays, and so does everything
 * saved. Drawn with nothing but itself, so that it weighs little and can't fail for what it would have to fetch.
 */
export function PageError() {
  const t = useTexts(rootTexts);
  const w = useTexts(words);
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  const isGone = error instanceof CodeNotFetched && error.gone !== undefined;
  const canRetry = error instanceof CodeNotFetched && !isGone;
  useSplashEnd();
  const retry = useEffectEvent(() => {
    forgetFailures();
    // The same place once more: with it the error goes.
    void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
  });
  useEffect(() => {
    // Whoever goes elsewhere and comes back tries again, too.
    forgetFailures();
    if (!canRetry) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [canRetry]);
  const [title, text] = canRetry
    ? [t.notFetchedTitle, t.notFetched]
    : isGone
      ? [t.goneTitle, t.gone]
      : [t.brokenTitle, t.broken];
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 px-4 text-center"
    >
      <h1 tabIndex={-1} className="display-type text-2xl">
        {title}
      </h1>
      <p className="text-md text-text-2">{text}</p>
      <button
        type="button"
        onClick={() => (canRetry ? retry() : window.location.reload())}
        className="speech mt-2 min-h-10 bg-accent px-4 font-strong text-accent-ink hover:bg-accent-hover active:bg-accent-active touch-target"
      >
        {canRetry ? w.retry : t.reload}
      </button>
    </div>
  );
}
