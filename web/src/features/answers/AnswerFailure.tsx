import { RefreshCw } from 'lucide-react';
import { ProblemError } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { answerTexts } from './texts.ts';

/** In place of an answer that did not come. */
export function AnswerFailure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const t = useTexts(answerTexts);
  const isQuota = error instanceof ProblemError && error.code === 'message_quota_exceeded';
  const isCut = error instanceof ProblemError && error.code === 'network_error';
  return (
    <Alert
      tone="danger"
      live
      title={t.failed}
      action={
        !isQuota && (
          <Button
            size="sm"
            icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={onAgain}
          >
            {t.again}
          </Button>
        )
      }
    >
      {isCut ? t.cut : sentenceOf(error)}
    </Alert>
  );
}
