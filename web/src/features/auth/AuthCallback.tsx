import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { readLink } from '../../lib/confirmation-link.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Logo } from '../../ui/Glyphs.tsx';
import { usePageTitle } from '../../ui/PageHead.tsx';
import { showToast } from '../../ui/toasts.ts';
import { followLink } from './confirmation.ts';
import { texts } from './texts.ts';

/** Specification §9. */
const waitMs = 1000;
const pendingMs = 3000;
const wayBackMs = 10_000;

/** Where mails and providers lead: waits, says what happened, leads on. */
export function AuthCallback() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [late, setLate] = useState(false);
  const started = useRef(false);
  usePageTitle(t.callbackTitle);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit; a link works once
  useEffect(() => {
    const wayBack = setTimeout(() => setLate(true), wayBackMs);
    if (!started.current) {
      started.current = true;
      setTimeout(() => void follow(), waitMs);
    }
    return () => clearTimeout(wayBack);
  }, []);

  async function follow() {
    const outcome = await followLink(readLink(search, hash)).catch(() => ({ state: 'error' as const }));
    switch (outcome.state) {
      case 'success':
        showToast({ tone: 'success', title: t.successTitle, description: t.success });
        return navigate('/', { replace: true });
      case 'expired':
        showToast({ tone: 'danger', title: t.expiredTitle, description: t.expired });
        return navigate('/login', { replace: true });
      case 'confirmed':
        showToast({ tone: 'success', title: t.successTitle, description: t.successSignIn });
        break;
      case 'invalid':
        showToast({ tone: 'danger', title: t.invalidTitle, description: t.invalid });
        break;
      case 'error':
        showToast({ tone: 'danger', title: t.errorTitle, description: t.error });
        break;
      case 'pending':
        showToast({ tone: 'info', title: t.pendingTitle, description: t.pending });
    }
    setTimeout(() => void navigate('/login', { replace: true }), pendingMs);
  }

  return (
    <main id="main" className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 text-center">
      <Logo size={56} />
      <h1 className="display-type text-2xl">{t.callbackTitle}</h1>
      <p role="status" className="text-md text-text-2">
        {w.loading}
      </p>
      {late && (
        <Link to="/login" className="font-strong text-accent-text underline-offset-4 hover:underline">
          {t.backToSignIn}
        </Link>
      )}
    </main>
  );
}
