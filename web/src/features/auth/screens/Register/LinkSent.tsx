import { MailCheck } from 'lucide-react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { CodeEntry } from '../../parts/CodeEntry.tsx';
import { Resend } from '../../parts/Resend.tsx';
import { StateCard } from '../../parts/StateCard.tsx';
import { texts } from '../../texts.ts';
import { registerTexts } from './texts.ts';

/** The page after signing up: the address is confirmed by a link, or by its code. */
export function LinkSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const t = useTexts(texts);
  const r = useTexts(registerTexts);
  return (
    <StateCard icon={MailCheck} title={t.sentTitle} focused>
      <p className="text-md text-text-2">
        {r.sentBefore}
        <strong className="text-text [overflow-wrap:anywhere]">{email}</strong>
        {r.sentAfter}
      </p>
      <CodeEntry email={email} type="signup" />
      <p className="text-sm text-text-3">{t.spam}</p>
      <div className="flex flex-col gap-3">
        <Resend email={email} justSent />
        <Button look="quiet" wide onClick={onOtherAddress}>
          {t.otherAddress}
        </Button>
        <ButtonLink look="quiet" wide to="/login">
          {t.backToSignIn}
        </ButtonLink>
      </div>
    </StateCard>
  );
}
