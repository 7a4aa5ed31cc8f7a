import { Shell } from './app/signed-in/Shell.tsx';
import { HelpButton } from './features/help/HelpButton.tsx';
import { PaymentTrouble } from './features/pricing/subscription/PaymentTrouble.tsx';
import { UnfinishedUploads } from './features/sources/uploads/UnfinishedUploads.tsx';
import { BesideTitle } from './ui/layout/PageHead.tsx';
import { onRest } from './ui/loading/on-rest.ts';

const Tour = onRest(() => import('./features/help/tour/Tour.tsx').then((file) => file.Tour));
const HelpTips = onRest(() => import('./features/help/tips/TipsWanted.tsx').then((file) => file.TipsWanted));

/** The frame of every signed-in screen, with what features have to say on all of them. */
export function SignedInFrame() {
  return (
    <BesideTitle value={<HelpButton />}>
      <Shell
        notice={<PaymentTrouble />}
        strip={
          <>
            <UnfinishedUploads />
            <Tour />
            <HelpTips />
          </>
        }
      />
    </BesideTitle>
  );
}
