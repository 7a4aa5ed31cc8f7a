import { useTexts } from '../lib/texts.ts';
import { words } from '../lib/words.ts';
import { Spinner } from '../ui/Spinner.tsx';

export function FullPageSpinner() {
  const t = useTexts(words);
  return (
    <main id="main" className="flex min-h-dvh items-center justify-center">
      <p role="status" className="flex items-center gap-3 text-md text-text-2">
        <Spinner size={24} className="text-accent-strong" />
        {t.loading}
      </p>
    </main>
  );
}
