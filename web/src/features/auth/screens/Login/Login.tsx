import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageCode, retriedCode } from '../../../../lib/browser/code.ts';
import { auth, rememberSession } from '../../../../lib/calls/auth-client.ts';
import { useConfig } from '../../../../lib/calls/use-config.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { leaveStaleSession, signIn } from '../../../../lib/session/sign-in.ts';
import type { Wanted } from '../../../../lib/session/wanted-page.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome } from '../../../../ui/toasts/toasts.ts';
import { callbackAddress } from '../../addresses.ts';
import { useCaptcha } from '../../captcha/use-captcha.tsx';
import { mistakeIn, refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { EmailInput } from '../../parts/EmailInput.tsx';
import { looksLikeEmail, sanitiseEmail, wasCleaned } from '../../sanitise.ts';
import { texts } from '../../texts.ts';

// What is typed beside them must not go with them.
const OtherWays = retriedCode(() => import('../../parts/OtherWays.tsx').then((file) => file.OtherWays));
const Resend = retriedCode(() => import('../../parts/Resend.tsx').then((file) => file.Resend));
const SecondStep = pageCode(() => import('../../second-step/SecondStep.tsx').then((file) => file.SecondStep));

const initial = { email: '', password: '', remember: true };
const secrets = ['password'] as const;

export function Login() {
  const session = useSession();
  if (session.status !== 'secondStep') return <Credentials />;
  return (
    <Suspense fallback={null}>
      <SecondStep user={session.user} />
    </Suspense>
  );
}

function Credentials() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const location = useLocation();
  const config = useConfig();
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
  const shown = limit.sentence ?? form.problem;

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

  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={t.signInTitle} lead={t.signInLead} />
      <form {...form.formProps} className="flex flex-col gap-4">
        {unconfirmed && (
          <Alert
            tone="warning"
            live
            title={t.unconfirmedTitle}
            action={
              <Suspense fallback={null}>
                <Resend key={unconfirmed} email={unconfirmed} small />
              </Suspense>
            }
          >
            {t.unconfirmed}
          </Alert>
        )}
        {shown && <Alert tone="danger">{shown}</Alert>}
        <EmailInput {...form.field('email')} />
        <PasswordInput
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          required
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox {...form.toggle('remember')} label={t.remember} />
          <Link
            to="/forgot-password"
            state={location.state}
            className="py-0.5 text-sm font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {t.forgot}
          </Link>
        </div>
        {captcha.slot}
        <Button
          type="submit"
          look="primary"
          size="lg"
          wide
          busy={form.busy}
          aria-disabled={limit.limited || undefined}
          className="mt-1"
        >
          <span className="tabular">{limit.limited ? limit.label : t.signIn}</span>
        </Button>
      </form>
      {(config?.google || config?.saml) && (
        <Suspense fallback={null}>
          <OtherWays
            hasGoogle={config.google}
            wanted={wanted}
            onLeave={() => rememberSession(form.values.remember)}
            onFailure={form.fail}
            company={config.saml ? company : undefined}
          />
        </Suspense>
      )}
      <p className="text-md text-text-2">
        {t.noAccount}{' '}
        <Link
          to="/register"
          state={location.state}
          className="font-strong text-accent-text underline-offset-4 hover:underline"
        >
          {t.createAccount}
        </Link>
      </p>
    </div>
  );
}
