import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useForm } from '../../lib/form.ts';
import { signIn } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { showToast } from '../../ui/toasts.ts';
import { AuthHead } from './AuthHead.tsx';
import { refusalOf, sentenceOf } from './auth-errors.ts';
import { Resend } from './Resend.tsx';
import { looksLikeEmail, sanitiseEmail, wasCleaned } from './sanitise.ts';
import { texts } from './texts.ts';
import { useRateLimit } from './use-rate-limit.ts';

const initial = { email: '', password: '', remember: true };
const secrets = ['password'] as const;

export function Login() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const location = useLocation();
  const [problem, setProblem] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<string>();

  const fail = (sentence: string) => {
    setProblem(sentence);
    showToast({ tone: 'danger', title: t.signInError, description: sentence });
  };

  const form = useForm({
    initial,
    draft: 'login',
    secrets,
    validate({ email, password }) {
      const address = sanitiseEmail(email);
      const key = password.trim();
      // Both missing is said once, where the person begins.
      if (!address) return { email: t.required, password: key ? undefined : t.required };
      return {
        email: looksLikeEmail(address) ? undefined : t.emailFormat,
        password: !key ? t.required : key.length < 6 ? t.passwordShort : undefined,
      };
    },
    async submit({ email, password, remember }) {
      setProblem(undefined);
      setUnconfirmed(undefined);
      const address = sanitiseEmail(email);
      if (wasCleaned(email)) {
        form.set('email', address);
        return { email: t.emailCleaned };
      }
      if (limit.limited) {
        fail(limit.sentence ?? '');
        return undefined;
      }
      const { data, error } = await signIn(address, password.trim(), remember);
      if (!error) {
        if (!data.user) fail(t.signInNoUser);
        // The guard sees the session and leads on.
        else form.clear();
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
  const shown = limit.sentence ?? problem;

  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={t.signInTitle} lead={t.signInLead} />
      <form {...form.formProps} className="flex flex-col gap-4">
        {unconfirmed && (
          <Alert
            tone="warning"
            live
            title={t.unconfirmedTitle}
            action={<Resend key={unconfirmed} email={unconfirmed} small />}
          >
            {t.unconfirmed}
          </Alert>
        )}
        {shown && <Alert tone="danger">{shown}</Alert>}
        <TextInput
          {...form.field('email')}
          label={t.email}
          // Not type=email: the browser would refuse what we clean and show.
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          required
        />
        <Checkbox {...form.toggle('remember')} label={t.remember} />
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
