import { WifiOff } from 'lucide-react';
import { useOnline } from '../../lib/browser/use-online.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { frameTexts } from './texts.ts';

/** One strip while the network is away; what was fetched stays on the screen. */
export function OfflineStrip() {
  const t = useTexts(frameTexts);
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2.5 bg-warning-soft px-4 py-2 text-sm text-text">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-warning-text" />
          {t.offline}
        </p>
      )}
    </div>
  );
}
