import type { User } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { ProofDeclined, useProof } from '../proof/use-proof.tsx';
import { makeRecoveryCodes, useRefreshAccount, type verifiedFactors } from '../queries.ts';
import { anySentenceOf } from '../refusals.ts';
import { texts } from '../texts.ts';

export type Factor = ReturnType<typeof verifiedFactors>[number];

/** Takes an app for codes away; with the last one two-step sign-in is off. */
export function useRemoveFactor({ isLast, onDone }: { isLast: boolean; onDone: () => void }) {
  const t = useTexts(texts);
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: async (factor: Factor) => {
      const { error } = await auth.mfa.unenroll({ factorId: factor.id });
      if (error) throw error;
    },
    onSuccess() {
      reportOutcome(t.removeFailed).succeeded();
      showToast({ tone: 'success', title: isLast ? t.twoStepTurnedOff : t.factorRemoved });
    },
    onError: (error) => reportOutcome(t.removeFailed).failed(anySentenceOf(error)),
    onSettled: async () => {
      // The session's level falls with the factor that raised it; the token must say so at once.
      if (isLast) await auth.refreshSession();
      await refresh();
      // It stays busy until then: closed before, the dialog opened anew would not hear its button.
      onDone();
    },
  });
}

/** Makes recovery codes, the first or new ones, and holds them until they were looked at. */
export function useRecoveryCodes(user: User, onMade: () => void) {
  const t = useTexts(texts);
  const [shown, setShown] = useState<{ codes: readonly string[]; isFirst: boolean }>();
  const proof = useProof(user);
  const making = useMutation({
    mutationFn: (_isFirst: boolean) => proof.proven(makeRecoveryCodes),
    onSuccess(made, isFirst) {
      reportOutcome(t.codesFailed).succeeded();
      setShown({ codes: made, isFirst });
    },
    onError(error, isFirst) {
      if (error instanceof ProofDeclined && !isFirst) return;
      reportOutcome(t.codesFailed).failed(isFirst ? t.codesLater : anySentenceOf(error));
    },
    onSettled: onMade,
  });
  return {
    shown,
    hide: () => setShown(undefined),
    isPending: making.isPending,
    makeFirst: () => making.mutate(true),
    renew: () => making.mutate(false),
    /** The dialog in which the person proves who they are first. */
    proofDialog: proof.dialog,
  };
}
