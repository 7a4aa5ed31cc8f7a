import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { retriedCode } from '../../lib/browser/code.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { leaveQuestion } from '../../lib/session/session.ts';
import { useStore } from '../../lib/storage/store.ts';
import { onDemand } from '../../ui/loading/OnDemand.tsx';
import { FullPageSpinner } from './FullPageSpinner.tsx';
import { useNavigationFocus } from './navigation-focus.ts';
import { rootTexts } from './root-texts.ts';
import { useSplashEnd } from './splash.ts';

// Fetched beside the screen, so that its live regions stand long before anything is said in them.
const Toaster = retriedCode(() => import('../../ui/toasts/Toaster.tsx').then((file) => file.Toaster));

const LeaveQuestion = onDemand(() => import('./LeaveQuestion.tsx').then((file) => file.LeaveQuestion));

/** What stands on every screen, signed in or not. */
export function Root() {
  const t = useTexts(rootTexts);
  const w = useTexts(words);
  const answer = useStore(leaveQuestion);
  useSplashEnd();
  useNavigationFocus();
  return (
    <>
      <a
        href="#main"
        className="speech fixed start-4 top-4 z-(--z-toast) -translate-y-20 bg-accent opacity-0 px-4 py-2.5 font-strong text-accent-ink focus-visible:translate-y-0 focus-visible:opacity-100"
      >
        {t.skip}
      </a>
      <Suspense fallback={<FullPageSpinner />}>
        <Outlet />
      </Suspense>
      {answer && <LeaveQuestion onAnswer={answer} onFailed={() => answer(false)} />}
      <Suspense fallback={null}>
        <Toaster label={t.notifications} closeLabel={w.close} />
      </Suspense>
      <ScrollRestoration />
    </>
  );
}
