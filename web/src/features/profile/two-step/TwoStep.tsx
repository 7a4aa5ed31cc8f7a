import type { User } from '@supabase/auth-js';
import { Plus, ShieldCheck, ShieldOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { HelpTip } from '../../help/HelpTip.tsx';
import { useRefreshAccount, verifiedFactors } from '../queries.ts';
import { Matter } from '../Section.tsx';
import { texts } from '../texts.ts';
import { type Factor, useRecoveryCodes, useRemoveFactor } from './changes.ts';
import { FactorList, useFactorName } from './FactorList.tsx';

const EnrolDialog = onDemand(() => import('./EnrolDialog.tsx').then((file) => file.EnrolDialog));
const RecoveryCodesDialog = onDemand(() =>
  import('./RecoveryCodesDialog.tsx').then((file) => file.RecoveryCodesDialog),
);
const ConfirmDialog = onDemand(() => import('../ConfirmDialog.tsx').then((file) => file.ConfirmDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Open = { dialog: 'enrol' | 'renew' } | { dialog: 'remove'; factor: Factor };

export function TwoStep({ user }: { user: User }) {
  const t = useTexts(texts);
  const refresh = useRefreshAccount();
  const nameOf = useFactorName();
  const [open, setOpen] = useState<Open>();
  const main = useRef<HTMLDivElement>(null);
  const factors = verifiedFactors(user);
  const isOn = factors.length > 0;
  const close = () => setOpen(undefined);

  /** Focuses the main button, which stays: what led to a dialog may have gone with its answer. */
  const focusMain = () => requestAnimationFrame(() => main.current?.querySelector('button')?.focus());

  const remove = useRemoveFactor({
    isLast: factors.length <= 1,
    onDone() {
      close();
      focusMain();
    },
  });
  const codes = useRecoveryCodes(user, close);

  const afterEnrolment = () => {
    close();
    void refresh();
    // Further apps leave the codes of the first one good.
    if (isOn) showToast({ tone: 'success', title: t.factorAdded });
    else codes.makeFirst();
  };

  return (
    <Matter
      title={t.twoStep}
      tip={<HelpTip about="twoStep" />}
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
        <FactorList
          factors={factors}
          isRenewing={codes.isPending}
          onRemove={(factor) => setOpen({ dialog: 'remove', factor })}
          onRenew={() => setOpen({ dialog: 'renew' })}
        />
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
      {codes.proofDialog}
      {open?.dialog === 'renew' && !codes.proofDialog && (
        <ConfirmDialog
          title={t.renewTitle}
          action={t.renew}
          look="primary"
          busy={codes.isPending}
          onConfirm={codes.renew}
          onClose={close}
        >
          {t.renewText}
        </ConfirmDialog>
      )}
      {codes.shown && (
        <RecoveryCodesDialog
          codes={codes.shown.codes}
          lead={codes.shown.isFirst ? t.codesAfterTurningOn : undefined}
          onClose={() => {
            codes.hide();
            focusMain();
          }}
        />
      )}
    </Matter>
  );
}
