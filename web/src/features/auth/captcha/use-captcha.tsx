import { Suspense, useState } from 'react';
import { retriedCode } from '../../../lib/browser/code.ts';
import { useConfig } from '../../../lib/calls/use-config.ts';

const CaptchaFrame = retriedCode(() => import('./CaptchaFrame.tsx').then((file) => file.CaptchaFrame));

/** The provider's captcha where the operator asks for one; its token is good for one call. */
export function useCaptcha() {
  const config = useConfig();
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);
  const isWanted = Boolean(config?.captcha);
  return {
    /** The captcha's place in the form, above its button. */
    slot: isWanted && (
      <Suspense fallback={<div className="h-[70px]" />}>
        <CaptchaFrame key={round} onToken={setToken} />
      </Suspense>
    ),
    isDue: isWanted && token === undefined,
    token,
    /** Asks for a new token after a call, whatever became of it. */
    renew() {
      if (!isWanted) return;
      setToken(undefined);
      setRound((before) => before + 1);
    },
  };
}
