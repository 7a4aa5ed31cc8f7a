import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { pageCode, retriedCode } from '../../../../lib/browser/code.ts';
import { rememberSession } from '../../../../lib/calls/auth-client.ts';
import { useConfig } from '../../../../lib/calls/use-config.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { EmailInput } from '../../parts/EmailInput.tsx';
import { texts } from '../../texts.ts';
import { useSignIn } from './sign-in-form.ts';

// What is typed beside them must not go with them.
const OtherWays = retriedCode(() => import('../../parts/OtherWays.tsx').then((file) => file.OtherWays));
const Resend = retriedCode(() => import('../../parts/Resend.tsx').then((file) => file.Resend));
const SecondStep = pageCode(() => import('../../second-step/SecondStep.tsx').then((file) => file.SecondStep));

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
  const { form, captcha, limit, wanted, unconfirmed, company } = useSignIn();
  const shown = limit.sentence ?? form.problem;
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
