import { useQuery } from '@tanstack/react-query';
import { CircleX, Clock, Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../../ui/buttons/Spinner.tsx';
import { bringsRecovery, followRecovery, type RecoveryOutcome } from '../../email-links/recovery.ts';
import { useLink } from '../../email-links/use-link.ts';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { StateCard } from '../../parts/StateCard.tsx';
import { SecondStep } from '../../second-step/SecondStep.tsx';
import { texts } from '../../texts.ts';
import { ForgotForm } from './ForgotForm.tsx';
import { RecoverySent } from './ForgotPassword.tsx';
import { NewPassword } from './NewPassword.tsx';
import { resetTexts } from './texts.ts';

const looks = {
  expired: { icon: Clock, tone: 'warning' },
  elsewhere: { icon: Unlink, tone: 'warning' },
  error: { icon: CircleX, tone: 'danger' },
} as const;

/** The page to which the reset mail leads: a new password, or another link in place. */
export function ResetPassword() {
  const r = useTexts(resetTexts);
  const navigate = useNavigate();
  const session = useSession();
  const brought = useLink();
  const [link] = useState(brought);
  const brings = bringsRecovery(link);
  const { data: outcome } = useQuery({
    queryKey: ['recovery', link],
    queryFn: () => followRecovery(link).catch((): RecoveryOutcome => 'error'),
    enabled: brings,
    // A link works once: it must never be followed again without a click.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

  useEffect(() => {
    // What was in the address is used up; nobody should copy it from there.
    if (outcome) void navigate('/reset-password', { replace: true });
  }, [outcome, navigate]);

  if ((brings && !outcome) || session.status === 'loading') {
    return (
      <div role="status" className="flex flex-col gap-5">
        <Spinner size={28} className="text-accent-strong" />
        <AuthHead title={r.checkingTitle} lead={r.checking} />
      </div>
    );
  }
  if (session.status === 'recovery') {
    if (session.isCodeDue) return <SecondStep user={session.user} />;
    return <NewPassword email={session.user.email ?? ''} isBorrowed={outcome === 'borrowed'} />;
  }
  const isRefused = outcome === 'expired' || outcome === 'elsewhere' || outcome === 'error';
  if (session.status === 'signedIn' && !isRefused) return <Navigate to="/" replace />;
  return <AskAgain outcome={isRefused ? outcome : 'expired'} />;
}

function AskAgain({ outcome }: { outcome: keyof typeof looks }) {
  const t = useTexts(texts);
  const r = useTexts(resetTexts);
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo) return <RecoverySent email={sentTo} onOther={() => setSentTo(undefined)} />;
  const words = {
    expired: [r.expiredTitle, r.expired],
    elsewhere: [r.elsewhereTitle, r.elsewhere],
    error: [r.failedTitle, r.failed],
  }[outcome] as [string, string];
  return (
    <StateCard {...looks[outcome]} title={words[0]} focused>
      <p className="text-md text-text-2">{words[1]}</p>
      <ForgotForm onSent={setSentTo} />
      <ButtonLink look="quiet" wide to="/login">
        {t.backToSignIn}
      </ButtonLink>
    </StateCard>
  );
}
