import { copyText } from '../../../lib/browser/copy.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { texts } from '../texts.ts';

/** Copies a text and says so; where the browser refuses, says what to do. */
export function useCopy() {
  const t = useTexts(texts);
  return (text: string) =>
    copyText(text).then(
      () => {
        reportOutcome(t.copyFailed).succeeded();
        showToast({ tone: 'success', title: t.copied });
      },
      () => reportOutcome(t.copyFailed).failed(),
    );
}
