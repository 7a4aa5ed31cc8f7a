import { useNavigate } from 'react-router';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { signOut } from '../../../../lib/session/session.ts';
import { endRecovery } from '../../../../lib/session/sign-in.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { PasswordStrength } from '../../../../ui/fields/PasswordStrength.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../../ui/toasts/toasts.ts';
import { refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { Username } from '../../parts/Username.tsx';
import { texts } from '../../texts.ts';
import { resetTexts } from './texts.ts';

const initial = { password: '', confirmation: '' };

/** The form of a new password, two fields, under a recovery session. */
export function NewPassword({ email, isBorrowed }: { email: string; isBorrowed: boolean }) {
  const t = useTexts(texts);
  const r = useTexts(resetTexts);
  const w = useTexts(words);
  const navigate = useNavigate();
  const limit = useRateLimit(email);

  const form = useForm({
    initial,
    told: reportOutcome(r.changeFailed),
    validate({ password, confirmation }) {
      const key = password.trim();
      return {
        password: key.length < 6 ? t.passwordShort : undefined,
        confirmation: confirmation.trim() === key ? undefined : t.passwordMismatch,
      };
    },
    async submit({ password }, fail) {
      const { error } = await auth.updateUser({ password: password.trim() });
      if (!error) {
        showToast({ tone: 'success', title: r.changed, description: r.changedMore });
        if (!isBorrowed) endRecovery();
        else {
          await signOut();
          await navigate('/login', { replace: true });
        }
        return undefined;
      }
      // The link's session is over: the page asks for another one.
      if (error.name === 'AuthSessionMissingError' || error.code === 'session_not_found') {
        fail(r.expired);
        await signOut();
        return undefined;
      }
      const refusal = refusalOf(error);
      const sentence =
        error.code === 'same_password' ? r.same : sentenceOf(refusal, t, limit.note(refusal, email));
      const isOfPassword = error.code === 'same_password' || refusal.code === 'weak_password';
      return fail(sentence, isOfPassword ? 'password' : undefined);
    },
  });

  return (
    <div className="flex flex-col gap-6">
      <AuthHead
        title={r.resetTitle}
        lead={<span className="[overflow-wrap:anywhere]">{r.resetLead(email)}</span>}
      />
      <form {...form.formProps} className="flex flex-col gap-4">
        {form.problem && <Alert tone="danger">{form.problem}</Alert>}
        <Username email={email} />
        <PasswordInput
          {...form.field('password')}
          label={r.newPassword}
          autoComplete="new-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          help={<PasswordStrength password={form.values.password} personal={[email]} />}
          required
        />
        <PasswordInput
          {...form.field('confirmation')}
          label={r.confirmNew}
          autoComplete="new-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          required
        />
        <Button type="submit" look="primary" size="lg" wide busy={form.busy} className="mt-1">
          {r.save}
        </Button>
      </form>
    </div>
  );
}
