import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon, MailOpen, Unlink } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { readLink } from '../../lib/confirmation-link.ts';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { AuthHead } from './AuthHead.tsx';
import { followLink, type Outcome } from './confirmation.ts';
import { StateCard, type StateCardProps } from './StateCard.tsx';
import { texts } from './texts.ts';

const looks: Record<Outcome['state'], { icon: LucideIcon; tone: NonNullable<StateCardProps['tone']> }> = {
  success: { icon: CircleCheck, tone: 'success' },
  confirmed: { icon: CircleCheck, tone: 'success' },
  pending: { icon: MailOpen, tone: 'info' },
  expired: { icon: Clock, tone: 'warning' },
  invalid: { icon: Unlink, tone: 'danger' },
  error: { icon: CircleX, tone: 'danger' },
};

/** What a confirmation came to, with the next step as a button. */
export function EmailConfirmation() {
  const t = useTexts(texts);
  const { search, hash } = useLocation();
  const { status } = useSession();
  const link = readLink(search, hash);
  const brings = Boolean(link.code || link.tokenHash || link.type || link.error || link.bringsTokens);
  const { data: outcome, refetch } = useQuery({
    queryKey: ['confirmation', search, hash],
    queryFn: () => followLink(link),
    // A link works once: it must never be followed again behind one's back.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

  if (!brings && status === 'signedIn') return <Navigate to="/" replace />;
  if (!outcome) {
    return (
      <div role="status" className="flex flex-col gap-5">
        <Spinner size={28} className="text-accent-strong" />
        <AuthHead title={t.checkingTitle} lead={t.checking} />
      </div>
    );
  }

  const { state } = outcome;
  const words = {
    success: [t.successTitle, t.success],
    confirmed: [t.successTitle, t.successSignIn],
    pending: [t.pendingTitle, t.pending],
    expired: [t.expiredTitle, t.expired],
    invalid: [t.invalidTitle, t.invalid],
    error: [t.errorTitle, t.error],
  }[state] as [string, string];
  return (
    <StateCard {...looks[state]} title={words[0]} focused>
      <p className="text-md text-text-2">{words[1]}</p>
      {state === 'success' ? (
        <ButtonLink look="primary" size="lg" wide to="/" replace>
          {t.goOn}
        </ButtonLink>
      ) : (
        <>
          {state === 'error' && (
            <Button look="primary" size="lg" wide onClick={() => void refetch()}>
              {t.retry}
            </Button>
          )}
          <ButtonLink look={state === 'error' ? 'secondary' : 'primary'} size="lg" wide to="/login" replace>
            {t.signIn}
          </ButtonLink>
        </>
      )}
    </StateCard>
  );
}
