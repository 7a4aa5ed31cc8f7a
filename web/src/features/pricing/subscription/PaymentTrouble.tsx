import { type ComponentType, useEffect, useState } from 'react';
import { runWhenIdle } from '../../../lib/browser/when-idle.ts';
import { useConfig } from '../../../lib/calls/use-config.ts';

/** Looks, where payments are possible, whether one has failed: once the screen itself stands. */
export function PaymentTrouble() {
  const hasPayments = useConfig()?.payments === true;
  const [Notice, setNotice] = useState<ComponentType>();
  useEffect(() => {
    if (!hasPayments) return;
    return runWhenIdle(() =>
      import('./PaymentNotice.tsx').then(
        (file) => setNotice(() => file.PaymentNotice),
        () => {
          // Nobody has asked for it: the next page looks again.
        },
      ),
    );
  }, [hasPayments]);
  return Notice && <Notice />;
}
