import { useState } from 'react';
import { useLocation } from 'react-router';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { leaveStaleSession, signIn } from '../../../../lib/session/sign-in.ts';
import type { Wanted } from '../../../../lib/session/wanted-page.ts';
import { reportOutcome } from '../../../../ui/toasts/toasts.ts';
import { callbackAddress } from '../../addresses.ts';
import { useCaptcha } from '../../captcha/use-captcha.tsx';
import { mistakeIn, refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { looksLikeEmail, sanitiseEmail, wasCleaned } from '../../sanitise.ts';
import { texts } from '../../texts.ts';

const initial = { email: '', password: '', remember: true };
const secrets = ['password'] as const;

/** The form of address and password, and what it is refused for. */
export function useSignIn() {
  const t = useTexts(texts);
  const location = useLocation();
  const captcha = useCaptcha();
  const wanted = (location.state as Wanted | null) ?? {};
  const [unconfirmed, setUnconfirmed] = useState<string>();

  const form = useForm({
    initial,
    told: reportOutcome(t.signInError),
    draft: 'login',
    secrets,
    validate({ email, password }) {
      const address = sanitiseEmail(email);
      const key = password.trim();
      // Both missing is said once, where the person begins.
      if (!address) return { email: t.required, password: key ? undefined : t.required };
      return {
        email: mistakeIn(address, t),
        password: !key ? t.required : key.length < 6 ? t.passwordShort : undefined,
      };
    },
    async submit({ email, password, remember }, fail) {
      setUnconfirmed(undefined);
      const address = sanitiseEmail(email);
      if (wasCleaned(email)) {
        form.set('email', address);
        return { email: t.emailCleaned };
      }
      if (limit.limited) return fail(limit.sentence ?? '');
      if (captcha.isDue) return fail(t.captchaDue);
      const { error } = await signIn(address, password.trim(), {
        remember,
        captchaToken: captcha.token,
      });
      captcha.renew();
      if (!error) {
        // The guard sees the session and leads on.
        form.clear();
        return undefined;
      }
      const refusal = refusalOf(error);
      const minutes = limit.note(refusal, address);
      if (refusal.code === 'email_not_confirmed') setUnconfirmed(address);
      else fail(sentenceOf(refusal, t, minutes));
      return undefined;
    },
  });
  const limit = useRateLimit(sanitiseEmail(form.values.email));

  const company = {
    domain() {
      const address = sanitiseEmail(form.values.email);
      if (looksLikeEmail(address)) return address.split('@')[1];
      form.setErrors({ email: t.ssoNeedsEmail });
      document.querySelector<HTMLElement>('input[name="email"]')?.focus();
      return undefined;
    },
    async start(domain: string) {
      await leaveStaleSession();
      const { error } = await auth.signInWithSSO({
        domain,
        options: {
          redirectTo: callbackAddress({ next: wanted.from ?? '/', of: wanted.of }),
          captchaToken: captcha.token,
        },
      });
      captcha.renew();
      if (!error) return;
      if (error.code === 'sso_provider_not_found') return form.fail(t.ssoUnknown);
      const refusal = refusalOf(error);
      form.fail(sentenceOf(refusal, t, limit.note(refusal, '')));
    },
  };

  return {
    form,
    captcha,
    limit,
    wanted,
    /** The address whose owner has yet to confirm it. */
    unconfirmed,
    /** Signing in by the company's own service, which the address names. */
    company,
  };
}
