import type { User } from '@supabase/auth-js';
import { type ReactNode, useState } from 'react';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { isRefused } from '../refusals.ts';

const ProofDialog = onDemand(() => import('./ProofDialog.tsx').then((file) => file.ProofDialog));

/** The person declined to prove who they are: nothing went wrong, and nothing was done. */
export class ProofDeclined extends Error {}

/**
 * Runs what needs a session that began a moment ago, and once more after its person has shown who they are. `dialog` is
 * what asks them; while it stands, no other dialog does.
 */
export function useProof(user: User): {
  proven: <T>(run: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<{ end: (isProven: boolean) => void }>();
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAsking({
        end(isProven) {
          setAsking(undefined);
          resolve(isProven);
        },
      });
    });
  return {
    async proven(run) {
      try {
        return await run();
      } catch (error) {
        if (!isRefused(error, 'reauthentication_needed')) throw error;
      }
      if (!(await ask())) throw new ProofDeclined();
      return run();
    },
    dialog: asking && <ProofDialog user={user} onEnd={asking.end} />,
  };
}
