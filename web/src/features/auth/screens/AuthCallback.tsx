import type { User } from '@supabase/auth-js';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import type { ConfirmationLink } from '../../../lib/session/confirmation-link.ts';
import { session } from '../../../lib/session/session.ts';
import { ownPath, pageFor } from '../../../lib/session/wanted-page.ts';
import { Logo } from '../../../ui/display/Glyphs.tsx';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { followLink, type Outcome } from '../email-links/confirmation.ts';
import { confirmationTexts } from '../email-links/texts.ts';
import { useLink } from '../email-links/use-link.ts';
import { makeGoogleProfile } from '../functions.ts';
import { texts } from '../texts.ts';

const callbackTexts = { ...texts, ...confirmationTexts };

/** Milliseconds that the page shows at least (specification §9). */
const waitMs = 1000;
const pendingMs = 3000;
const wayBackMs = 10_000;

/** The page to which mails and providers lead: waits, says what happened, leads on. */
export function AuthCallback() {
  const t = useTexts(callbackTexts);
  const w = useTexts(words);
  const { search } = useLocation();
  const link = useLink();
  const navigate = useNavigate();
  const [late, setLate] = useState(false);
  const started = useRef(false);
  const query = new URLSearchParams(search);
  const wanted = { from: query.get('next') ?? undefined, of: query.get('of') ?? undefined };
  /** Whether the way was a sign-in: ways through a provider name the page that was wanted; mails don't. */
  const isSignIn = wanted.from !== undefined;
  const links = query.has('links');
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
    const outcome = await followLink(link).catch(() => ({ state: 'error' as const }));
    const { status } = session.get();
    if (outcome.state === 'success' && status === 'recovery') {
      return navigate('/reset-password', { replace: true });
    }
    if (outcome.state === 'success') {
      await welcome(outcome.user);
      // Before the second step nothing else is open; the sign-in page asks for it.
      const isHalfway = status === 'secondStep';
      return navigate(isHalfway ? '/login' : pageFor(outcome.user.id, wanted), {
        replace: true,
        state: isHalfway ? wanted : null,
      });
    }
    if (outcome.state === 'expired') {
      reportOutcome(t.expiredTitle).failed(t.expired);
      return navigate('/login', { replace: true });
    }
    if (isSignIn) sayFailure(outcome);
    else sayOutcome(outcome.state);
    const after = status === 'signedIn' ? ownPath(wanted.from) : '/login';
    setTimeout(() => void navigate(after, { replace: true }), pendingMs);
  }

  async function welcome(user: User) {
    if (links) return showToast({ tone: 'success', title: t.linkedTitle, description: t.linked });
    // Without it the profile is made when consent is given.
    if (user.app_metadata.provider === 'google') return makeGoogleProfile().catch(() => {});
    if (isSignIn) showToast({ tone: 'success', title: t.welcomeTitle, description: t.welcome });
    else showToast({ tone: 'success', title: t.successTitle, description: t.success });
  }

  function sayFailure({ state }: Outcome) {
    // The provider's part went well, but no user came of it.
    if (state === 'nobody') return reportOutcome(t.signInNoUser).failed();
    reportOutcome(links ? t.notLinkedTitle : t.signInError).failed(providerSentence(link));
  }

  function sayOutcome(state: 'confirmed' | 'invalid' | 'error' | 'pending' | 'nobody') {
    switch (state) {
      case 'confirmed':
        return showToast({ tone: 'success', title: t.successTitle, description: t.successSignIn });
      case 'pending':
        return showToast({ tone: 'info', title: t.pendingTitle, description: t.pending });
      case 'invalid':
        return reportOutcome(t.invalidTitle).failed(t.invalid);
      case 'error':
        return reportOutcome(t.errorTitle).failed(t.error);
      case 'nobody':
        return reportOutcome(t.signInNoUser).failed();
    }
  }

  function providerSentence({ error }: ConfirmationLink): string {
    if (error?.code === 'provider_email_needs_verification') return t.providerUnverified;
    if (error?.code === 'identity_already_exists') return t.providerLinked;
    return error ? t.providerRefused : t.unknown;
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
