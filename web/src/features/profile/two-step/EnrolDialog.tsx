import type { User } from '@supabase/auth-js';
import { Copy, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { CodeInput, isCode, tidyCode } from '../../auth/parts/CodeInput.tsx';
import { ProofDeclined, useProof } from '../proof/use-proof.tsx';
import { verifiedFactors } from '../queries.ts';
import { anySentenceOf, authSentenceOf } from '../refusals.ts';
import { texts } from '../texts.ts';
import { useCopy } from './use-copy.ts';

interface Enrolment {
  id: string;
  qrCode: string;
  secret: string;
  uri: string;
}

/**
 * Adds an app for codes: from a name over the QR code to the first code; `onDone` once the app has shown that it works.
 */
export function EnrolDialog({
  user,
  onClose,
  onDone,
}: {
  user: User;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [typed, setTyped] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const proof = useProof(user);
  const formId = useId();
  const isFirst = verifiedFactors(user).length === 0;
  const giveUp = () => {
    // What never worked protects nothing; the server would sweep it, too.
    if (enrolment) void auth.mfa.unenroll({ factorId: enrolment.id });
    onClose();
  };
  const step = { formId, setBusy };
  if (proof.dialog) return proof.dialog;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && giveUp()}
      title={isFirst ? t.enrolTitle : t.enrolMoreTitle}
      closeLabel={w.close}
      dirty={enrolment !== undefined}
      footer={
        <>
          <Button onClick={giveUp}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={isBusy}>
            {!enrolment ? t.goOn : isFirst ? t.turnOn : t.verifyAndAdd}
          </Button>
        </>
      }
    >
      {enrolment ? (
        <ProveApp {...step} enrolment={enrolment} onDone={onDone} />
      ) : (
        <NameApp
          {...step}
          user={user}
          typed={typed}
          onTyped={setTyped}
          proven={proof.proven}
          onEnrolled={setEnrolment}
        />
      )}
    </Dialog>
  );
}

interface Step {
  formId: string;
  setBusy: (isBusy: boolean) => void;
}

/** A free name: "My phone", or the next number of it. */
function freeName(base: string, taken: readonly (string | undefined)[]): string {
  let name = base;
  for (let number = 2; taken.includes(name); number++) name = `${base} ${number}`;
  return name;
}

function NameApp({
  user,
  typed,
  onTyped,
  proven,
  onEnrolled,
  formId,
  setBusy,
}: Step & {
  user: User;
  /** The name typed before the person was asked who they are. */
  typed: string | undefined;
  onTyped: (name: string) => void;
  proven: ReturnType<typeof useProof>['proven'];
  onEnrolled: (enrolment: Enrolment) => void;
}) {
  const t = useTexts(texts);
  const [initial] = useState(() => ({
    name:
      typed ??
      freeName(
        t.enrolNameDefault,
        verifiedFactors(user).map(({ friendly_name: name }) => name),
      ),
  }));
  const form = useForm({
    initial,
    validate: ({ name }) => ({ name: name.trim() ? undefined : t.required }),
    async submit({ name }) {
      setBusy(true);
      onTyped(name);
      try {
        const { id, totp } = await proven(async () => {
          const { data, error } = await auth.mfa.enroll({
            factorType: 'totp',
            friendlyName: name.trim(),
            issuer: 'Parlance',
          });
          if (error) throw error;
          return data;
        });
        onEnrolled({ id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri });
      } catch (error) {
        return error instanceof ProofDeclined ? undefined : { name: anySentenceOf(error) };
      } finally {
        setBusy(false);
      }
      return undefined;
    },
  });
  return (
    <form id={formId} {...form.formProps} className="flex flex-col gap-4">
      <TextInput
        {...form.field('name')}
        label={t.enrolName}
        help={t.enrolNameHelp}
        maxLength={60}
        autoComplete="off"
        required
      />
    </form>
  );
}

function ProveApp({
  enrolment: { id, qrCode, secret, uri },
  onDone,
  formId,
  setBusy,
}: Step & { enrolment: Enrolment; onDone: () => void }) {
  const t = useTexts(texts);
  const copy = useCopy();
  const [initial] = useState({ code: '' });
  const form = useForm({
    initial,
    validate: ({ code }) => ({ code: isCode(code) ? undefined : t.codeFormat }),
    async submit({ code }) {
      setBusy(true);
      const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code: tidyCode(code) });
      setBusy(false);
      if (error) return { code: authSentenceOf(error) };
      onDone();
      return undefined;
    },
  });
  return (
    <form id={formId} {...form.formProps} className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-5">
        {/* White in both themes: a camera wants dark on light. */}
        <div data-theme="light" className="shrink-0 rounded-3 border border-line bg-raised p-2">
          <img src={qrCode} alt={t.qrAlt} width={168} height={168} className="block size-42" />
        </div>
        <div className="flex w-full min-w-0 flex-col gap-3 text-md text-text-2">
          <p>{t.scan}</p>
          <p>{t.typeSecret}</p>
          <div className="flex items-center gap-1 rounded-2 border border-line bg-sunken py-1 ps-3 pe-1">
            <code translate="no" className="min-w-0 flex-1 font-mono text-sm text-text">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <IconButton size="sm" label={t.copySecret} onClick={() => void copy(secret)}>
              <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </div>
          <a
            href={uri}
            className="flex items-center gap-1.5 self-start text-sm font-strong text-accent-text underline-offset-4 hover:underline pointer-fine:hidden"
          >
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
            {t.onThisPhone}
          </a>
        </div>
      </div>
      <CodeInput {...form.field('code')} label={t.code} help={t.enrolCodeHelp} autoFocus />
    </form>
  );
}
