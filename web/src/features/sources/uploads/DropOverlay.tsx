import { FilePlus } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { texts } from '../texts.ts';

/** An overlay while files are dragged across the page. */
export function DropOverlay() {
  const t = useTexts(texts);
  return (
    <div className="enter-fade pointer-events-none fixed inset-0 z-(--z-overlay) flex items-center justify-center bg-scrim p-6">
      <div className="speech flex w-full max-w-md flex-col items-center gap-2 border-2 border-dashed border-accent-strong bg-raised px-6 py-12 text-center shadow-3 [--speech-size:var(--radius-4)]">
        <FilePlus size={40} strokeWidth={1.75} aria-hidden="true" className="text-accent-text" />
        <p className="text-lg font-strong">{t.dropHere}</p>
        <p className="text-md text-text-2">{t.dropHelp}</p>
      </div>
    </div>
  );
}
