import { useEffect, useState } from 'react';
import { auth, takeRetryAfter } from '../../lib/auth-client.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { refusalOf, sentenceOf } from './auth-errors.ts';
import { callbackAddress } from './links.ts';
import { texts } from './texts.ts';

/** The least time between two mails to one address. */
const pauseSeconds = 60;

/** Asks for the confirmation mail once more, and counts down until it may be asked again. */
export function Resend({ email, justSent, small }: { email: string; justSent?: boolean; small?: boolean }) {
  const t = useTexts(texts);
  const [left, setLeft] = useState(justSent ? pauseSeconds : 0);
  const [busy, setBusy] = useState(false);

  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  const send = async () => {
    setBusy(true);
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: callbackAddress() },
    });
    setBusy(false);
    if (!error) {
      setLeft(pauseSeconds);
      return showToast({ tone: 'success', title: t.resent, description: t.resentMore(email) });
    }
    const wait = takeRetryAfter() ?? pauseSeconds;
    const refusal = refusalOf(error);
    if (refusal.code === 'rate_limit_exceeded') setLeft(wait);
    showToast({
      tone: 'danger',
      title: t.errorTitle,
      description: sentenceOf(refusal, t, Math.max(1, Math.ceil(wait / 60))),
    });
  };
  return (
    <Button
      size={small ? 'sm' : 'lg'}
      wide={!small}
      busy={busy}
      aria-disabled={waiting || undefined}
      onClick={() => {
        if (!waiting) void send();
      }}
    >
      <span className="tabular">{waiting ? t.resendIn(left) : t.resend}</span>
    </Button>
  );
}
