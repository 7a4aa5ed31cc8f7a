import type { User } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Plus, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { ProofDeclined, useProof } from '../proof/use-proof.tsx';
import { makeRecoveryCodes, useRefreshAccount, verifiedFactors } from '../queries.ts';
import { anySentenceOf } from '../refusals.ts';
import { Line, Matter } from '../Section.tsx';
import { texts } from '../texts.ts';

const EnrolDialog = onDemand(() => import('./EnrolDialog.tsx').then((file) => file.EnrolDialog));
const RecoveryCodesDialog = onDemand(() =>
  import('./RecoveryCodesDialog.tsx').then((file) => file.RecoveryCodesDialog),
);
const ConfirmDialog = onDemand(() => import('../ConfirmDialog.tsx').then((file) => file.ConfirmDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Factor = ReturnType<typeof verifiedFactors>[number];
type Open = { dialog: 'enrol' | 'renew' } | { dialog: 'remove'; factor: Factor };

export function TwoStep({ user }: { user: User }) {
  const t = useTexts(texts);
  const format = useFormat();
  const refresh = useRefreshAccount();
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<{ codes: readonly string[]; isFirst: boolean }>();
  const main = useRef<HTMLDivElement>(null);
  const factors = verifiedFactors(user);
  const isOn = factors.length > 0;
  const close = () => setOpen(undefined);

  /** What led to a dialog may have gone with its answer; this button stays. */
  const focusMain = () => requestAnimationFrame(() => main.current?.querySelector('button')?.focus());

  const remove = useMutation({
    mutationFn: async (factor: Factor) => {
      const { error } = await auth.mfa.unenroll({ factorId: factor.id });
      if (error) throw error;
    },
    onSuccess() {
      reportOutcome(t.removeFailed).succeeded();
      showToast({ tone: 'success', title: factors.length > 1 ? t.factorRemoved : t.twoStepTurnedOff });
    },
    onError: (error) => reportOutcome(t.removeFailed).failed(anySentenceOf(error)),
    onSettled: async () => {
      // The session's level falls with the factor that raised it; the token must say so at once.
      if (factors.length === 1) await auth.refreshSession();
      await refresh();
      // It stays busy until then: closed before, the dialog opened anew would not hear its button.
      close();
      focusMain();
    },
  });

  const proof = useProof(user);
  const generate = useMutation({
    mutationFn: (_isFirst: boolean) => proof.proven(makeRecoveryCodes),
    onSuccess(made, isFirst) {
      reportOutcome(t.codesFailed).succeeded();
      setCodes({ codes: made, isFirst });
    },
    onError(error, isFirst) {
      if (error instanceof ProofDeclined && !isFirst) return;
      reportOutcome(t.codesFailed).failed(isFirst ? t.codesLater : anySentenceOf(error));
    },
    onSettled: close,
  });

  const afterEnrolment = () => {
    close();
    void refresh();
    // Further apps leave the codes of the first one good.
    if (isOn) showToast({ tone: 'success', title: t.factorAdded });
    else generate.mutate(true);
  };

  const nameOf = (factor: Factor) => factor.friendly_name || t.factorUnnamed;
  return (
    <Matter
      title={t.twoStep}
      description={isOn ? t.twoStepOn : t.twoStepOff}
      aside={
        isOn ? (
          <Pill tone="success" icon={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />}>
            {t.active}
          </Pill>
        ) : (
          <Pill icon={<ShieldOff size={16} strokeWidth={1.75} aria-hidden="true" />}>{t.inactive}</Pill>
        )
      }
    >
      {isOn && (
        <ul aria-label={t.factors}>
          {factors.map((factor) => (
            <Line
              key={factor.id}
              icon={<Smartphone {...icon} />}
              name={nameOf(factor)}
              facts={t.addedOn(format.date(factor.created_at))}
            >
              <Button
                size="sm"
                aria-label={t.removeFactor(nameOf(factor))}
                onClick={() => setOpen({ dialog: 'remove', factor })}
              >
                {t.remove}
              </Button>
            </Line>
          ))}
          <Line icon={<KeyRound {...icon} />} name={t.recoveryCodes} facts={t.recoveryCodesLead}>
            <Button
              size="sm"
              aria-label={t.renewCodes}
              busy={generate.isPending}
              onClick={() => setOpen({ dialog: 'renew' })}
            >
              {t.renew}
            </Button>
          </Line>
        </ul>
      )}
      <div ref={main}>
        <Button
          icon={isOn ? <Plus {...icon} /> : <ShieldCheck {...icon} />}
          onClick={() => setOpen({ dialog: 'enrol' })}
        >
          {isOn ? t.addFactor : t.activate}
        </Button>
      </div>

      {open?.dialog === 'enrol' && <EnrolDialog user={user} onClose={close} onDone={afterEnrolment} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t.removeFactorTitle(nameOf(open.factor))}
          action={t.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(open.factor)}
          onClose={close}
        >
          {factors.length > 1 ? t.removeOne : t.removeLast}
        </ConfirmDialog>
      )}
      {proof.dialog}
      {open?.dialog === 'renew' && !proof.dialog && (
        <ConfirmDialog
          title={t.renewTitle}
          action={t.renew}
          look="primary"
          busy={generate.isPending}
          onConfirm={() => generate.mutate(false)}
          onClose={close}
        >
          {t.renewText}
        </ConfirmDialog>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes.codes}
          lead={codes.isFirst ? t.codesAfterTurningOn : undefined}
          onClose={() => {
            setCodes(undefined);
            focusMain();
          }}
        />
      )}
    </Matter>
  );
}
