import { Shell } from './app/signed-in/Shell.tsx';
import { PaymentTrouble } from './features/pricing/subscription/PaymentTrouble.tsx';
import { UnfinishedUploads } from './features/sources/uploads/UnfinishedUploads.tsx';

/** The frame of every signed-in screen, with what features have to say on all of them. */
export function SignedInFrame() {
  return <Shell notice={<PaymentTrouble />} strip={<UnfinishedUploads />} />;
}
