import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { auth } from '../../../lib/calls/auth-client.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { leaveStaleSession } from '../../../lib/session/sign-in.ts';
import type { Wanted } from '../../../lib/session/wanted-page.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { callbackAddress } from '../addresses.ts';
import { texts } from '../texts.ts';
import { GoogleMark } from './GoogleMark.tsx';
import { otherWaysTexts } from './other-ways-texts.ts';

export interface OtherWaysProps {
  hasGoogle: boolean;
  /** The page that was wanted. */
  wanted: Wanted;
  /** Called before the page is left: what was chosen for the session is kept then. */
  onLeave?: () => void;
  onFailure: (sentence: string) => void;
  /** The domain of the typed address, or nothing once the field says that it is needed. */
  company?: { domain: () => string | undefined; start: (domain: string) => Promise<void> } | undefined;
}

/** The social provider and the company's own sign-in, where the operator has configured them. */
export function OtherWays({ hasGoogle, wanted, onLeave, onFailure, company }: OtherWaysProps) {
  const t = useTexts(otherWaysTexts);
  const general = useTexts(texts);
  const [leaving, setLeaving] = useState<'google' | 'company'>();

  const withGoogle = async () => {
    setLeaving('google');
    onLeave?.();
    await leaveStaleSession();
    const { error } = await auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: callbackAddress({ next: wanted.from ?? '/', of: wanted.of }) },
    });
    if (!error) return;
    setLeaving(undefined);
    onFailure(general.network);
  };
  const withCompany = async () => {
    const domain = company?.domain();
    if (!domain) return;
    setLeaving('company');
    onLeave?.();
    await company?.start(domain);
    setLeaving(undefined);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t.or}
      </p>
      {hasGoogle && (
        <Button
          size="lg"
          wide
          icon={<GoogleMark />}
          busy={leaving === 'google'}
          onClick={() => void withGoogle()}
        >
          {t.google}
        </Button>
      )}
      {company && (
        <Button
          size="lg"
          wide
          icon={<Building2 size={20} strokeWidth={1.75} aria-hidden="true" />}
          busy={leaving === 'company'}
          onClick={() => void withCompany()}
        >
          {t.sso}
        </Button>
      )}
    </div>
  );
}
