import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { previewTexts } from './texts.ts';

/** What a browser's window shows above a page. */
export const AddressBar = ({ host }: { host: string }) => (
  <div aria-hidden="true" className="flex items-center gap-4 border-b border-line px-3 py-2 text-text-3">
    <span className="flex gap-1.5">
      {['one', 'two', 'three'].map((dot) => (
        <i key={dot} className="size-2.5 rounded-full bg-line" />
      ))}
    </span>
    <span translate="no" className="truncate rounded-1 bg-surface px-3 py-0.5 text-xs">
      {host}
    </span>
  </div>
);

/** What stands over the stage when what it shows could not be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(previewTexts);
  const w = useTexts(words);
  return (
    <div className="absolute inset-x-4 top-4 z-1">
      <Alert
        tone="danger"
        live
        title={t.failed}
        action={
          <Button size="sm" onClick={onRetry}>
            {w.retry}
          </Button>
        }
      >
        {t.failedHelp}
      </Alert>
    </div>
  );
}
