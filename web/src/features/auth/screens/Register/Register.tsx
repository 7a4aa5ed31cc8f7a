import { Link, useLocation } from 'react-router';
import { useConfig } from '../../../../lib/calls/use-config.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import type { Wanted } from '../../../../lib/session/wanted-page.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { PasswordStrength } from '../../../../ui/fields/PasswordStrength.tsx';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { EmailInput } from '../../parts/EmailInput.tsx';
import { OtherWays } from '../../parts/OtherWays.tsx';
import { TermsCheckbox } from '../../parts/TermsCheckbox.tsx';
import { WebsiteInput } from '../../parts/WebsiteInput.tsx';
import { texts } from '../../texts.ts';
import { LinkSent } from './LinkSent.tsx';
import { useSignUp } from './sign-up-form.ts';
import { registerTexts } from './texts.ts';

export function Register() {
  const t = useTexts(texts);
  const r = useTexts(registerTexts);
  const location = useLocation();
  const config = useConfig();
  const { form, captcha, limit, sentTo, startAgain } = useSignUp();
  const shown = limit.sentence ?? form.problem;
  const wrong = Object.values(form.errors).filter(Boolean).length;

  if (sentTo) return <LinkSent email={sentTo} onOtherAddress={startAgain} />;
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
        <Fields form={form} />
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

function Fields({ form }: Pick<ReturnType<typeof useSignUp>, 'form'>) {
  const t = useTexts(texts);
  const r = useTexts(registerTexts);
  const w = useTexts(words);
  return (
    <>
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
    </>
  );
}
