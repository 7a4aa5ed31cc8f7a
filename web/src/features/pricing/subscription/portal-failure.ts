import { useEffect } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { troubleTexts } from './trouble-texts.ts';

/** Says why the payment provider's page could not be opened. */
export function usePortalFailure(error: unknown) {
  const t = useTexts(troubleTexts);
  useEffect(() => {
    if (error) reportOutcome(t.failed).failed(sentenceOf(error));
  }, [error, t]);
}
