import type { AuthError } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { auth, takeRetryAfter } from '../../../lib/calls/auth-client.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { callbackAddress, resetAddress } from '../addresses.ts';
import { useCaptcha } from '../captcha/use-captcha.tsx';
import { refusalOf, sentenceOf } from '../errors.ts';
import { defaultWaitSeconds } from '../limits/rate-limit.ts';
import { texts } from '../texts.ts';

/** The least time between two mails to one address. */
const pauseSeconds = 60;

type Kind = 'signup' | 'recovery';

async function askForMail(kind: Kind, email: string, captchaToken?: string): Promise<AuthError | null> {
  const { error } =
    kind === 'signup'
      ? await auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: callbackAddress(), captchaToken },
        })
      : await auth.resetPasswordForEmail(email, { redirectTo: resetAddress(), captchaToken });
  return error;
}

export interface ResendProps {
  email: string;
  kind?: Kind;
  justSent?: boolean;
  small?: boolean;
}

/** Asks for the mail once more, and counts down until it may be asked again. */
export function Resend({ email, kind = 'signup', justSent, small }: ResendProps) {
  const t = useTexts(texts);
  const captcha = useCaptcha();
  const [left, setLeft] = useState(justSent ? pauseSeconds : 0);
  const [busy, setBusy] = useState(false);

  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  const send = async () => {
    const said = reportOutcome(t.notSent);
    if (captcha.isDue) return said.failed(t.captchaDue);
    setBusy(true);
    const error = await askForMail(kind, email, captcha.token);
    setBusy(false);
    captcha.renew();
    if (!error) {
      setLeft(pauseSeconds);
      said.succeeded();
      return showToast({ tone: 'success', title: t.resent, description: t.resentMore(email) });
    }
    const wait = takeRetryAfter() ?? defaultWaitSeconds;
    const refusal = refusalOf(error);
    const isLimit = refusal.code === 'rate_limit_exceeded';
    const minutes = Math.max(1, Math.ceil(wait / 60));
    if (isLimit) setLeft(wait);
    said.failed(
      isLimit && refusal.scope === 'email' ? t.waitBeforeEmail(minutes) : sentenceOf(refusal, t, minutes),
    );
  };
  return (
    <>
      {!waiting && captcha.slot}
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
    </>
  );
}
