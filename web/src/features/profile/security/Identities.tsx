import type { User, UserIdentity } from '@supabase/auth-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { configQuery } from '../../../lib/calls/config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { callbackAddress } from '../../auth/addresses.ts';
import { GoogleMark } from '../../auth/parts/GoogleMark.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { ProofDeclined, useProof } from '../proof/use-proof.tsx';
import { useRefreshAccount } from '../queries.ts';
import { anySentenceOf } from '../refusals.ts';
import { Line, Matter } from '../Section.tsx';
import { texts } from '../texts.ts';

const ConfirmDialog = onDemand(() => import('../ConfirmDialog.tsx').then((file) => file.ConfirmDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The ways into the account. With nothing but a password, and nothing to link, there is nothing to tell. */
export function Identities({ user }: { user: User }) {
  const t = useTexts(texts);
  const { data: config } = useQuery(configQuery);
  const refresh = useRefreshAccount();
  const [leaving, setLeaving] = useState<UserIdentity>();
  const identities = user.identities ?? [];
  const isLinkable = config?.google && !identities.some(({ provider }) => provider === 'google');
  const hasOthers = identities.some(({ provider }) => provider !== 'email');

  const proof = useProof(user);
  const outcome = (title: string) => ({
    onError(error: Error) {
      if (!(error instanceof ProofDeclined)) reportOutcome(title).failed(anySentenceOf(error));
    },
    onSuccess: () => reportOutcome(title).succeeded(),
  });
  const link = useMutation({
    mutationFn: () =>
      proof.proven(async () => {
        const { error } = await auth.linkIdentity({
          provider: 'google',
          options: { redirectTo: callbackAddress({ next: '/profile', links: 'google' }) },
        });
        if (error) throw error;
      }),
    ...outcome(t.linkFailed),
  });
  const unlink = useMutation({
    mutationFn: async (identity: UserIdentity) => {
      await proof.proven(async () => {
        const { error } = await auth.unlinkIdentity(identity);
        if (error) throw error;
      });
      // The token names the providers; the next one tells the truth.
      await auth.refreshSession();
    },
    ...outcome(t.unlinkFailed),
    onSuccess() {
      reportOutcome(t.unlinkFailed).succeeded();
      showToast({ tone: 'success', title: t.unlinked });
    },
    // It stays busy until then: closed before, the dialog opened anew would not hear its button.
    onSettled: async () => {
      await refresh();
      setLeaving(undefined);
    },
  });
  if (!isLinkable && !hasOthers) return null;

  const nameOf = ({ provider }: UserIdentity) =>
    provider === 'email' ? t.emailIdentity : provider === 'google' ? 'Google' : t.organisation;
  const iconOf = ({ provider }: UserIdentity) =>
    provider === 'email' ? (
      <KeyRound {...icon} />
    ) : provider === 'google' ? (
      <GoogleMark />
    ) : (
      <Building2 {...icon} />
    );
  return (
    <Matter title={t.identities} tip={<HelpTip about="identities" />} description={t.identitiesLead}>
      <ul aria-label={t.identities}>
        {identities.map((identity) => {
          const name = nameOf(identity);
          return (
            <Line
              key={identity.identity_id}
              icon={iconOf(identity)}
              name={name}
              facts={
                <>
                  <span className="block">{identity.identity_data?.email ?? user.email}</span>
                  {identities.length === 1 && <span className="block">{t.lastIdentity}</span>}
                </>
              }
            >
              {identities.length > 1 && (
                <Button size="sm" aria-label={t.unlinkOf(name)} onClick={() => setLeaving(identity)}>
                  {t.unlink}
                </Button>
              )}
            </Line>
          );
        })}
        {isLinkable && (
          <Line icon={<GoogleMark />} name="Google" facts={t.notLinked}>
            <Button size="sm" aria-label={t.linkGoogle} busy={link.isPending} onClick={() => link.mutate()}>
              {t.link}
            </Button>
          </Line>
        )}
      </ul>
      {proof.dialog}
      {leaving && !proof.dialog && (
        <ConfirmDialog
          title={t.unlinkTitle(nameOf(leaving))}
          action={t.unlink}
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          {t.unlinkText}
        </ConfirmDialog>
      )}
    </Matter>
  );
}
