import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Spinner } from '../../ui/buttons/Spinner.tsx';

/** Milliseconds after which a wait has a reason that its reader can look into. */
const patienceMs = 10_000;

export function FullPageSpinner() {
  const t = useTexts(words);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" className="flex min-h-dvh flex-col items-center justify-center gap-3 px-4 text-center">
      <p role="status" className="flex items-center gap-3 text-md text-text-2">
        <Spinner size={24} className="text-accent-strong" />
        {t.loading}
      </p>
      <p role="status" className="text-md text-text-2">
        {isLong && t.networkError}
      </p>
    </main>
  );
}
