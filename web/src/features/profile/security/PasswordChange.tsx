import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { language } from '../../../lib/language/language.ts';
import { textsIn, useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { nameOf } from '../../../lib/session/person.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { PasswordStrength } from '../../../ui/fields/PasswordStrength.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { useCaptcha } from '../../auth/captcha/use-captcha.tsx';
import { CodeInput, isCode, tidyCode } from '../../auth/parts/CodeInput.tsx';
import { Username } from '../../auth/parts/Username.tsx';
import { texts as authTexts } from '../../auth/texts.ts';
import { checkPassword, useRefreshAccount } from '../queries.ts';
import { authSentenceOf } from '../refusals.ts';
import { Matter } from '../Section.tsx';
import { texts } from '../texts.ts';

const initial = { current: '', password: '', confirmation: '', mailedCode: '' };
const minPasswordLength = 6;

export function PasswordChange({ user }: { user: User }) {
  const t = useTexts(texts);
  const isManaged = user.app_metadata.provider?.startsWith('sso:');
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  return (
    <Matter
      title={t.password}
      description={isManaged ? t.managedElsewhere : hasPassword ? t.passwordLead : t.passwordless}
    >
      {!isManaged && <PasswordForm user={user} hasPassword={hasPassword} />}
    </Matter>
  );
}

function PasswordForm({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { email = '' } = user;
  const refresh = useRefreshAccount();
  /** Whether the server wants a code that a mail brings, since there is no password to ask for. */
  const [isMailed, setMailed] = useState(false);
  const captcha = useCaptcha();
  const reveal = { revealLabel: w.reveal, hideLabel: w.hide };

  async function mailCode() {
    const { error } = await auth.reauthenticate();
    if (error) form.fail(authSentenceOf(error));
    else setMailed(true);
  }

  const form = useForm({
    initial,
    told: reportOutcome(t.passwordFailed),
    validate({ current, password, confirmation, mailedCode }) {
      const errors: FieldErrors<typeof initial> = {};
      if (hasPassword && !current.trim()) errors.current = t.required;
      if (password.trim().length < minPasswordLength) errors.password = t.passwordShort;
      if (!confirmation.trim()) errors.confirmation = t.required;
      else if (confirmation.trim() !== password.trim()) errors.confirmation = t.passwordMismatch;
      // Not before it is typed: the field has only just come.
      if (mailedCode.trim() && !isCode(mailedCode)) errors.mailedCode = t.codeFormat;
      return errors;
    },
    async submit({ current, password, mailedCode }, fail) {
      if (isMailed && !mailedCode.trim()) return { mailedCode: t.codeFormat };
      const present = current.trim();
      if (hasPassword) {
        if (captcha.isDue) return fail(textsIn(authTexts, language.get()).captchaDue);
        const refused = await checkPassword(email, present, captcha.token);
        captcha.renew();
        if (refused?.code === 'invalid_credentials') return fail(t.passwordWrong, 'current');
        if (refused) return fail(authSentenceOf(refused));
      }
      const { error } = await auth.updateUser({
        password: password.trim(),
        ...(hasPassword ? { current_password: present } : {}),
        ...(isMailed ? { nonce: tidyCode(mailedCode) } : {}),
      });
      if (error) {
        switch (error.code) {
          case 'reauthentication_needed':
            await mailCode();
            return undefined;
          case 'reauthentication_not_valid':
            await mailCode();
            return { mailedCode: t.mailedCodeWrong };
          case 'weak_password':
          case 'same_password':
            return { password: authSentenceOf(error) };
          default:
            return fail(authSentenceOf(error));
        }
      }
      form.clear();
      setMailed(false);
      showToast({ tone: 'success', title: t.passwordChanged, description: t.passwordChangedMore });
      await refresh();
      return undefined;
    },
  });

  return (
    <form {...form.formProps} className="flex max-w-md flex-col gap-4">
      <Username email={email} />
      {hasPassword && (
        <PasswordInput
          {...form.field('current')}
          {...reveal}
          label={t.currentPassword}
          autoComplete="current-password"
          required
        />
      )}
      <PasswordInput
        {...form.field('password')}
        {...reveal}
        label={t.newPassword}
        autoComplete="new-password"
        help={
          <PasswordStrength
            password={form.values.password}
            personal={[email, ...Object.values(nameOf(user))]}
          />
        }
        required
      />
      <PasswordInput
        {...form.field('confirmation')}
        {...reveal}
        label={t.confirmPassword}
        autoComplete="new-password"
        required
      />
      {isMailed && (
        <CodeInput
          {...form.field('mailedCode')}
          label={t.mailedCode}
          help={t.mailedCodeHelp(email)}
          autoFocus
        />
      )}
      {hasPassword && captcha.slot}
      {form.problem && (
        <Alert tone="danger" title={`${t.passwordFailed}.`}>
          {form.problem}
        </Alert>
      )}
      <Button type="submit" busy={form.busy} className="self-start">
        {hasPassword ? t.changePassword : t.addPassword}
      </Button>
    </form>
  );
}
