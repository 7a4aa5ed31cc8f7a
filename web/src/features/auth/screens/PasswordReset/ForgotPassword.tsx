import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { CodeEntry } from '../../parts/CodeEntry.tsx';
import { Resend } from '../../parts/Resend.tsx';
import { StateCard } from '../../parts/StateCard.tsx';
import { texts } from '../../texts.ts';
import { ForgotForm } from './ForgotForm.tsx';
import { resetTexts } from './texts.ts';

/** The page of a forgotten password: one field, one answer, whether the address has an account or not. */
export function ForgotPassword() {
  const t = useTexts(texts);
  const r = useTexts(resetTexts);
  const location = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo) return <RecoverySent email={sentTo} onOther={() => setSentTo(undefined)} />;
  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={r.forgotTitle} lead={r.forgotLead} />
      <ForgotForm onSent={setSentTo} />
      <p className="text-md text-text-2">
        <Link
          to="/login"
          state={location.state}
          className="font-strong text-accent-text underline-offset-4 hover:underline"
        >
          {t.backToSignIn}
        </Link>
      </p>
    </div>
  );
}

/** Where the mail went, its code typed in, another try. */
export function RecoverySent({ email, onOther }: { email: string; onOther: () => void }) {
  const t = useTexts(texts);
  const r = useTexts(resetTexts);
  const navigate = useNavigate();
  return (
    <StateCard icon={MailCheck} title={t.sentTitle} focused>
      <p className="text-md text-text-2">
        {r.sentBefore}
        <strong className="text-text [overflow-wrap:anywhere]">{email}</strong>
        {r.sentAfter}
      </p>
      <CodeEntry
        email={email}
        type="recovery"
        onDone={() => void navigate('/reset-password', { replace: true })}
      />
      <p className="text-sm text-text-3">{t.spam}</p>
      <div className="flex flex-col gap-3">
        <Resend email={email} kind="recovery" justSent />
        <Button look="quiet" wide onClick={onOther}>
          {t.otherAddress}
        </Button>
        <ButtonLink look="quiet" wide to="/login">
          {t.backToSignIn}
        </ButtonLink>
      </div>
    </StateCard>
  );
}
