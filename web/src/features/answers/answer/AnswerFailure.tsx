import { RefreshCw } from 'lucide-react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { limitOf } from '../../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { answerTexts } from '../texts.ts';

/** What stands in place of an answer that did not come. */
export function AnswerFailure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const t = useTexts(answerTexts);
  const limit = limitOf(error);
  const isCut = error instanceof ProblemError && error.code === 'network_error';
  return (
    <Alert
      tone="danger"
      live
      title={t.failed}
      action={
        limit ? (
          <PlanButton size="sm" limit={limit} />
        ) : (
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
