import { useState } from 'react';
import { fetchCode } from '../../../lib/browser/code.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { texts } from '../texts.ts';

/** Takes files in for a chatbot, and says what could not be; `taken` counts the times. */
export function useTakeFiles(chatbotId: string) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [taken, setTaken] = useState(0);
  return {
    taken,
    async takeFiles(files: Iterable<File>) {
      // A list of the browser's is emptied once the event is over.
      const chosen = [...files];
      const code = await fetchCode(() => import('./sending.ts')).catch(() => undefined);
      if (!code) return reportOutcome(w.notFetched).failed(w.networkError);
      reportOutcome(w.notFetched).succeeded();
      const { refused, beyondQuota } = code.addUploads(chatbotId, chosen);
      setTaken((before) => before + 1);
      if (refused > 0) reportOutcome(t.someRefused).failed();
      else reportOutcome(t.someRefused).succeeded();
      if (beyondQuota > 0) reportOutcome(t.quotaReached).failed(t.quotaAdvice, { limit: 'storageTokens' });
      else reportOutcome(t.quotaReached).succeeded();
    },
  };
}
