import { RefreshCw } from 'lucide-react';
import { sentenceOf } from '../../lib/calls/refusal.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Button } from '../buttons/Button.tsx';
import { Alert } from '../layout/Alert.tsx';

/** What stands where something could not be loaded; the frame around it stays. */
export function LoadFailure({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const t = useTexts(words);
  return (
    <Alert
      tone="danger"
      live
      title={title}
      action={
        <Button
          size="sm"
          icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onRetry}
        >
          {t.retry}
        </Button>
      }
    >
      {sentenceOf(error)}
    </Alert>
  );
}
