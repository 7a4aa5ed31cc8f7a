import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, KeyRound, type LucideIcon, MailOpen, Unlink } from 'lucide-react';
import { Navigate } from 'react-router';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { ConfirmationLink } from '../../../lib/session/confirmation-link.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { followLink, type Outcome } from '../email-links/confirmation.ts';
import { confirmationTexts } from '../email-links/texts.ts';
import { useLink } from '../email-links/use-link.ts';
import { AuthHead } from '../parts/AuthHead.tsx';
import { EmailInput } from '../parts/EmailInput.tsx';
import { Resend } from '../parts/Resend.tsx';
import { StateCard, type StateCardProps } from '../parts/StateCard.tsx';
import { looksLikeEmail, sanitiseEmail } from '../sanitise.ts';
import { texts } from '../texts.ts';

type State = Exclude<Outcome['state'], 'nobody'>;

const looks: Record<State, { icon: LucideIcon; tone: NonNullable<StateCardProps['tone']> }> = {
  success: { icon: CircleCheck, tone: 'success' },
  confirmed: { icon: CircleCheck, tone: 'success' },
  pending: { icon: MailOpen, tone: 'info' },
  expired: { icon: Clock, tone: 'warning' },
  invalid: { icon: Unlink, tone: 'danger' },
  error: { icon: CircleX, tone: 'danger' },
};

/** What a confirmation came to, with the next step as a button. */
export function EmailConfirmation() {
  const link = useLink();
  // Not used up here: the next page does that, once the person goes on.
  if (link.type === 'recovery' && !link.error) return <RecoveryOffer link={link} />;
  return <Confirmation link={link} />;
}

function RecoveryOffer({ link }: { link?: ConfirmationLink }) {
  const t = useTexts(confirmationTexts);
  return (
    <StateCard icon={KeyRound} title={t.recoveryTitle} focused>
      <p className="text-md text-text-2">{t.recovery}</p>
      <ButtonLink look="primary" size="lg" wide to="/reset-password" state={link && { link }} replace>
        {t.chooseNew}
      </ButtonLink>
    </StateCard>
  );
}

function Confirmation({ link }: { link: ConfirmationLink }) {
  const t = useTexts(confirmationTexts);
  const { status } = useSession();
  const brings = Boolean(link.code || link.tokenHash || link.type || link.error || link.tokens);
  const { data: outcome, refetch } = useQuery({
    queryKey: ['confirmation', link],
    queryFn: () => followLink(link),
    // A link works once: it must never be followed again without a click.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

  if (!brings && status === 'signedIn') return <Navigate to="/" replace />;
  if (status === 'recovery') return <RecoveryOffer />;
  if (!outcome) {
    return (
      // As high as what most often follows: the middle of the page stays where it is.
      <div role="status" className="flex min-h-73 flex-col gap-5">
        <Spinner size={28} className="text-accent-strong" />
        <AuthHead title={t.checkingTitle} lead={t.checking} />
      </div>
    );
  }

  const state = outcome.state === 'nobody' ? 'error' : outcome.state;
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
      <NextStep state={state} onRetry={() => void refetch()} />
    </StateCard>
  );
}

function NextStep({ state, onRetry }: { state: State; onRetry: () => void }) {
  const t = useTexts(confirmationTexts);
  const general = useTexts(texts);
  if (state === 'success')
    return (
      <ButtonLink look="primary" size="lg" wide to="/" replace>
        {t.goOn}
      </ButtonLink>
    );
  return (
    <>
      {state === 'error' && (
        <Button look="primary" size="lg" wide onClick={onRetry}>
          {t.retry}
        </Button>
      )}
      <ButtonLink look={state === 'error' ? 'secondary' : 'primary'} size="lg" wide to="/login" replace>
        {general.signIn}
      </ButtonLink>
      {(state === 'pending' || state === 'expired' || state === 'invalid') && <AnotherLink />}
    </>
  );
}

const initial = { email: '' };

/** A form for the address for which a new link is wanted: the one that failed doesn't tell. */
function AnotherLink() {
  const t = useTexts(confirmationTexts);
  const form = useForm({
    initial,
    draft: 'register',
    validate: () => ({}),
    submit: async () => undefined,
  });
  const email = sanitiseEmail(form.values.email);
  return (
    <details className="group rounded-3 border border-line px-4 py-3">
      <summary className="text-md font-strong text-accent-text">{t.newLink}</summary>
      <div className="mt-4 flex flex-col gap-3">
        <EmailInput {...form.field('email')} />
        {looksLikeEmail(email) && <Resend key={email} email={email} />}
      </div>
    </details>
  );
}
