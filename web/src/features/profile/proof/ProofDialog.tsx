import type { User } from '@supabase/auth-js';
import { useId, useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { CodeInput, isCode, tidyCode } from '../../auth/parts/CodeInput.tsx';
import { Username } from '../../auth/parts/Username.tsx';
import { proveSession } from '../queries.ts';
import { anySentenceOf, isRefused } from '../refusals.ts';
import { proofTexts } from './texts.ts';

const initial = { password: '', code: '' };

/** Asks who holds the session, by the password or by a code that a mail brings. */
export function ProofDialog({ user, onEnd }: { user: User; onEnd: (isProven: boolean) => void }) {
  const t = useTexts(proofTexts);
  const w = useTexts(words);
  const { email = '' } = user;
  const formId = useId();
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  const [isMailed, setMailed] = useState(false);
  const [isMailing, setMailing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const byPassword = hasPassword && !isMailed;

  async function mailCode() {
    setProblem(undefined);
    setMailing(true);
    const { error } = await auth.reauthenticate();
    setMailing(false);
    if (error) setProblem(anySentenceOf(error));
    else setMailed(true);
  }

  const form = useForm({
    initial,
    validate({ password, code }) {
      const errors: FieldErrors<typeof initial> = {};
      if (byPassword && !password.trim()) errors.password = t.required;
      if (isMailed && !isCode(code)) errors.code = t.codeFormat;
      return errors;
    },
    async submit({ password, code }) {
      setProblem(undefined);
      try {
        await proveSession(byPassword ? { password: password.trim() } : { code: tidyCode(code) });
      } catch (error) {
        if (isRefused(error, 'proof_wrong')) {
          return byPassword ? { password: t.passwordWrong } : { code: t.codeWrong };
        }
        setProblem(anySentenceOf(error));
        return undefined;
      }
      onEnd(true);
      return undefined;
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onEnd(false)}
      title={t.title}
      description={t.lead}
      closeLabel={w.close}
      size="sm"
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{w.cancel}</Button>
          {byPassword || isMailed ? (
            <Button look="primary" type="submit" form={formId} busy={form.busy}>
              {t.confirm}
            </Button>
          ) : (
            <Button look="primary" busy={isMailing} onClick={() => void mailCode()}>
              {t.mailCode}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {byPassword && (
          <>
            <Username email={email} />
            <PasswordInput
              {...form.field('password')}
              label={t.password}
              autoComplete="current-password"
              revealLabel={w.reveal}
              hideLabel={w.hide}
              autoFocus
              required
            />
            <div>
              <Button look="quiet" size="sm" busy={isMailing} onClick={() => void mailCode()}>
                {t.mailInstead}
              </Button>
            </div>
          </>
        )}
        {isMailed && <CodeInput {...form.field('code')} label={t.code} help={t.mailed(email)} autoFocus />}
      </form>
    </Dialog>
  );
}
