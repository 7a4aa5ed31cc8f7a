import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ProblemError } from '../../lib/api.ts';
import { auth } from '../../lib/auth-client.ts';
import { useForm } from '../../lib/form.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CodeInput, isCode, tidyCode } from './CodeInput.tsx';
import { type Account, stepUpByRecovery, verifiedFactors } from './queries.ts';
import { anySentence, authSentence } from './refusals.ts';
import { texts } from './texts.ts';

/** Asks for the second step, after which this session may do everything. */
export function StepUpDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const formId = useId();
  const client = useQueryClient();
  const [isRecovery, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const onDone = async () => {
    onClose();
    await client.invalidateQueries();
  };
  const Form = isRecovery ? RecoveryForm : AppForm;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.stepUpTitle}
      description={isRecovery ? undefined : t.stepUpLead}
      closeLabel={w.close}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t.stepUpApp : t.stepUpRecovery}
          </Button>
          <Button look="primary" type="submit" form={formId} busy={isBusy}>
            {t.confirmCode}
          </Button>
        </>
      }
    >
      <Form account={account} formId={formId} setBusy={setBusy} onDone={onDone} />
    </Dialog>
  );
}

interface FormProps {
  account: Account;
  formId: string;
  setBusy: (isBusy: boolean) => void;
  onDone: () => Promise<void>;
}

function AppForm({ account, formId, setBusy, onDone }: FormProps) {
  const t = useTexts(texts);
  const factors = verifiedFactors(account);
  const [initial] = useState(() => ({ factorId: factors[0]?.id ?? '', code: '' }));
  const form = useForm({
    initial,
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t.codeFormat }),
    async submit({ factorId, code }) {
      setBusy(true);
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: tidyCode(code) });
      setBusy(false);
      if (error) return { code: authSentence(error) };
      await onDone();
      return undefined;
    },
  });
  return (
    <form id={formId} {...form.formProps} className="flex flex-col gap-4">
      <CodeInput {...form.field('code')} label={t.code} help={t.codeHelp} autoFocus />
      {factors.length > 1 && (
        <Select
          label={t.whichApp}
          value={form.values.factorId}
          options={factors.map(({ id, friendly_name: name }) => ({
            value: id,
            label: name || t.factorUnnamed,
          }))}
          onChange={(factorId) => form.set('factorId', factorId)}
        />
      )}
    </form>
  );
}

function RecoveryForm({ formId, setBusy, onDone }: FormProps) {
  const t = useTexts(texts);
  const [initial] = useState({ code: '' });
  const form = useForm({
    initial,
    validate: ({ code }) => ({ code: code.trim() ? undefined : t.required }),
    async submit({ code }) {
      setBusy(true);
      try {
        await stepUpByRecovery(code.trim());
      } catch (error) {
        const isUnknown = error instanceof ProblemError && error.code === 'recovery_code_invalid';
        return { code: isUnknown ? t.recoveryCodeWrong : anySentence(error) };
      } finally {
        setBusy(false);
      }
      await onDone();
      return undefined;
    },
  });
  return (
    <form id={formId} {...form.formProps}>
      <TextInput
        {...form.field('code')}
        label={t.recoveryCode}
        help={t.recoveryCodeHelp}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        className="font-mono"
        autoFocus
        required
      />
    </form>
  );
}
