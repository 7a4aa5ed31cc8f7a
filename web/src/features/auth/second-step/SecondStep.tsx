import { isAuthError, type User } from '@supabase/auth-js';
import { useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { auth, takeRetryAfter } from '../../../lib/calls/auth-client.ts';
import { sentenceOf as sentenceOfCall } from '../../../lib/calls/refusal.ts';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { refusalOf, sentenceOf } from '../errors.ts';
import { defaultWaitSeconds } from '../limits/rate-limit.ts';
import { AuthHead } from '../parts/AuthHead.tsx';
import { CodeInput, isCode, tidyCode } from '../parts/CodeInput.tsx';
import { texts } from '../texts.ts';
import { secondStepTexts } from './texts.ts';

/** The page after the password: the app's code, or a recovery code. */
export function SecondStep({ user }: { user: User }) {
  const t = useTexts(secondStepTexts);
  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={t.title} />
      <SecondStepForm user={user} />
    </div>
  );
}

/** A form that ends with a session of the second level, which the guards see. */
export function SecondStepForm({ user }: { user: User }) {
  const t = useTexts(secondStepTexts);
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-md text-text-2">{isRecovery ? t.recoveryLead : t.appLead}</p>
      {isRecovery ? <RecoveryForm /> : <AppForm user={user} />}
      <div className="flex flex-col gap-1">
        <Button look="quiet" wide onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t.useApp : t.useRecovery}
        </Button>
        <Button look="quiet" wide onClick={() => void signOut()}>
          {t.otherAccount}
        </Button>
      </div>
    </div>
  );
}

/** What a person reads about a refused code. */
function useCodeSentence() {
  const t = useTexts(secondStepTexts);
  const general = useTexts(texts);
  return (error: unknown): string => {
    const code = isAuthError(error) || error instanceof ProblemError ? error.code : undefined;
    if (code === 'mfa_verification_failed') return t.codeWrong;
    if (code === 'mfa_challenge_expired' || code === 'mfa_ip_address_mismatch') return t.codeLate;
    if (code === 'recovery_code_invalid') return t.recoveryWrong;
    if (!isAuthError(error)) return sentenceOfCall(error);
    const minutes = Math.max(1, Math.ceil((takeRetryAfter() ?? defaultWaitSeconds) / 60));
    return sentenceOf(refusalOf(error), general, minutes);
  };
}

function AppForm({ user }: { user: User }) {
  const t = useTexts(secondStepTexts);
  const sentence = useCodeSentence();
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified');
  const [initial] = useState(() => ({ factorId: factors[0]?.id ?? '', code: '' }));
  const form = useForm({
    initial,
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t.codeFormat }),
    async submit({ factorId, code }) {
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: tidyCode(code) });
      return error ? { code: sentence(error) } : undefined;
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      {factors.length > 1 && (
        <Select
          label={t.whichApp}
          value={form.values.factorId}
          options={factors.map(({ id, friendly_name: name }) => ({ value: id, label: name || t.unnamed }))}
          onChange={(factorId) => form.set('factorId', factorId)}
        />
      )}
      <CodeInput {...form.field('code')} label={t.appCode} help={t.appCodeHelp} autoFocus />
      <Button type="submit" look="primary" size="lg" wide busy={form.busy}>
        {t.confirm}
      </Button>
    </form>
  );
}

const nothingTyped = { code: '' };

function RecoveryForm() {
  const t = useTexts(secondStepTexts);
  const sentence = useCodeSentence();
  const form = useForm({
    initial: nothingTyped,
    validate: ({ code }) => ({ code: code.trim() ? undefined : t.recoveryRequired }),
    async submit({ code }) {
      try {
        const { stepUpByRecovery } = await import('./queries.ts');
        await stepUpByRecovery(code.trim());
      } catch (error) {
        return { code: sentence(error) };
      }
      return undefined;
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <TextInput
        {...form.field('code')}
        label={t.recoveryCode}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        className="font-mono"
        autoFocus
        required
      />
      <Button type="submit" look="primary" size="lg" wide busy={form.busy}>
        {t.confirm}
      </Button>
    </form>
  );
}
