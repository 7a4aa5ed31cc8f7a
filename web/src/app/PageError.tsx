import { useTexts } from '../lib/texts.ts';
import { rootTexts } from './root-texts.ts';

/**
 * A defect in a page: the frame stays, and so does everything saved. Drawn with nothing but itself, so that it
 * weighs little and can't fail for what it would have to fetch.
 */
export function PageError() {
  const t = useTexts(rootTexts);
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 px-4 text-center"
    >
      <h1 className="display-type text-2xl">{t.brokenTitle}</h1>
      <p className="text-md text-text-2">{t.broken}</p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="speech mt-2 min-h-10 bg-accent px-4 font-strong text-accent-ink hover:bg-accent-hover active:bg-accent-active touch-target"
      >
        {t.reload}
      </button>
    </div>
  );
}
