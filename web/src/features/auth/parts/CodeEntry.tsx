import { useState } from 'react';
import { auth, takeRetryAfter } from '../../../lib/calls/auth-client.ts';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { refusalOf, sentenceOf } from '../errors.ts';
import { defaultWaitSeconds } from '../limits/rate-limit.ts';
import { texts } from '../texts.ts';
import { CodeInput, isCode, tidyCode } from './CodeInput.tsx';

const initial = { code: '' };

/** A field for the mail's six digits: for who reads their mail on another device. */
export function CodeEntry({
  email,
  type,
  onDone,
}: {
  email: string;
  type: 'signup' | 'recovery';
  onDone?: () => void;
}) {
  const t = useTexts(texts);
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial,
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t.codeFormat }),
    async submit({ code }) {
      const { error } = await auth.verifyOtp({ email, token: tidyCode(code), type });
      if (!error) {
        setDone(true);
        onDone?.();
        return undefined;
      }
      if (error.code === 'otp_expired') return { code: t.codeWrong };
      const minutes = Math.ceil((takeRetryAfter() ?? defaultWaitSeconds) / 60);
      return { code: sentenceOf(refusalOf(error), t, minutes) };
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-3">
      <CodeInput {...form.field('code')} label={t.code} help={t.codeHelp} />
      <Button type="submit" look="primary" size="lg" wide busy={form.busy || isDone}>
        {t.confirmCode}
      </Button>
    </form>
  );
}
