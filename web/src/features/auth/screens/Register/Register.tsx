import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { useConfig } from '../../../../lib/calls/use-config.ts';
import { type FieldErrors, useForm } from '../../../../lib/forms/form.ts';
import { websiteAddress } from '../../../../lib/forms/website.ts';
import { language } from '../../../../lib/language/language.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import type { Wanted } from '../../../../lib/session/wanted-page.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { PasswordStrength } from '../../../../ui/fields/PasswordStrength.tsx';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome } from '../../../../ui/toasts/toasts.ts';
import { callbackAddress } from '../../addresses.ts';
import { useCaptcha } from '../../captcha/use-captcha.tsx';
import { mistakeIn, refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { CodeEntry } from '../../parts/CodeEntry.tsx';
import { EmailInput } from '../../parts/EmailInput.tsx';
import { OtherWays } from '../../parts/OtherWays.tsx';
import { Resend } from '../../parts/Resend.tsx';
import { StateCard } from '../../parts/StateCard.tsx';
import { TermsCheckbox } from '../../parts/TermsCheckbox.tsx';
import { WebsiteInput } from '../../parts/WebsiteInput.tsx';
import { sanitiseEmail, wasCleaned } from '../../sanitise.ts';
import { texts } from '../../texts.ts';
import { registerTexts } from './texts.ts';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
  website: '',
  terms: false,
  updates: false,
};
const secrets = ['password', 'confirmation'] as const;

export function Register() {
  const t = useTexts(texts);
  const r = useTexts(registerTexts);
  const w = useTexts(words);
  const location = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const config = useConfig();
  const captcha = useCaptcha();

  const form = useForm({
    initial,
    told: reportOutcome(r.signUpError),
    draft: 'register',
    secrets,
    validate(values) {
      const address = sanitiseEmail(values.email);
      const key = values.password.trim();
      const errors: FieldErrors<typeof initial> = {};
      if (!values.firstName.trim()) errors.firstName = r.fieldRequired;
      if (!values.lastName.trim()) errors.lastName = r.fieldRequired;
      if (!address) errors.email = r.fieldRequired;
      else errors.email = mistakeIn(address, t);
      if (key.length < 6) errors.password = t.passwordShort;
      if (!values.confirmation.trim()) errors.confirmation = r.fieldRequired;
      else if (values.confirmation.trim() !== key) errors.confirmation = t.passwordMismatch;
      if (values.website.trim() && !websiteAddress(values.website)) errors.website = t.websiteFormat;
      if (!values.terms) errors.terms = t.termsRequired;
      return errors;
    },
    async submit(values, fail) {
      const address = sanitiseEmail(values.email);
      if (wasCleaned(values.email)) {
        form.set('email', address);
        return { email: t.emailCleaned };
      }
      if (limit.limited) return fail(limit.sentence ?? '');
      if (captcha.isDue) return fail(t.captchaDue);
      const { data, error } = await auth.signUp({
        email: address,
        password: values.password.trim(),
        options: {
          emailRedirectTo: callbackAddress(),
          captchaToken: captcha.token,
          data: {
            first_name: values.firstName.trim(),
            last_name: values.lastName.trim(),
            website: values.website.trim() ? websiteAddress(values.website) : null,
            receive_updates: values.updates,
            preferred_locale: language.get(),
          },
        },
      });
      captcha.renew();
      if (!error) {
        // A taken, confirmed address answers like a new one, but without an identity.
        if (data.user?.identities?.length === 0) return fail(t.emailTaken, 'email');
        form.forgetDraft();
        setSentTo(address);
        return undefined;
      }
      const refusal = refusalOf(error);
      const sentence = sentenceOf(refusal, t, limit.note(refusal, address));
      if (refusal.code === 'weak_password') return fail(sentence, 'password');
      if (refusal.code === 'email_already_exists' || refusal.code === 'email_format')
        return fail(sentence, 'email');
      return fail(sentence);
    },
  });
  const limit = useRateLimit(sanitiseEmail(form.values.email));
  const shown = limit.sentence ?? form.problem;
  const wrong = Object.values(form.errors).filter(Boolean).length;

  if (sentTo) {
    return (
      <StateCard icon={MailCheck} title={t.sentTitle} focused>
        <p className="text-md text-text-2">
          {r.sentBefore}
          <strong className="text-text [overflow-wrap:anywhere]">{sentTo}</strong>
          {r.sentAfter}
        </p>
        <CodeEntry email={sentTo} type="signup" />
        <p className="text-sm text-text-3">{t.spam}</p>
        <div className="flex flex-col gap-3">
          <Resend email={sentTo} justSent />
          <Button
            look="quiet"
            wide
            onClick={() => {
              form.set('email', '');
              setSentTo(undefined);
            }}
          >
            {t.otherAddress}
          </Button>
          <ButtonLink look="quiet" wide to="/login">
            {t.backToSignIn}
          </ButtonLink>
        </div>
      </StateCard>
    );
  }

  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={r.registerTitle} lead={r.registerLead} />
      <form {...form.formProps} className="flex flex-col gap-4">
        {shown && <Alert tone="danger">{shown}</Alert>}
        {wrong >= 3 && (
          <Alert tone="danger" live>
            {r.summary(wrong)}
          </Alert>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            {...form.field('firstName')}
            label={r.firstName}
            autoComplete="given-name"
            maxLength={100}
            required
          />
          <TextInput
            {...form.field('lastName')}
            label={r.lastName}
            autoComplete="family-name"
            maxLength={100}
            required
          />
        </div>
        <EmailInput {...form.field('email')} autoComplete="email" />
        <PasswordInput
          {...form.field('password')}
          label={t.password}
          autoComplete="new-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          help={
            <PasswordStrength
              password={form.values.password}
              personal={[form.values.firstName, form.values.lastName, form.values.email]}
            />
          }
          required
        />
        <PasswordInput
          {...form.field('confirmation')}
          label={r.confirmPassword}
          autoComplete="new-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          required
        />
        <WebsiteInput {...form.field('website')} />
        <div className="flex flex-col gap-3 pt-1">
          <TermsCheckbox {...form.toggle('terms')} />
          <Checkbox {...form.toggle('updates')} label={t.updates} />
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
          <span className="tabular">{limit.limited ? limit.label : t.createAccount}</span>
        </Button>
      </form>
      {config?.google && (
        <OtherWays hasGoogle wanted={(location.state as Wanted | null) ?? {}} onFailure={form.fail} />
      )}
      <p className="text-md text-text-2">
        {r.haveAccount}{' '}
        <Link
          to="/login"
          state={location.state}
          className="font-strong text-accent-text underline-offset-4 hover:underline"
        >
          {t.signIn}
        </Link>
      </p>
    </div>
  );
}
