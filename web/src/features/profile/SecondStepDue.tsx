import { useTexts } from '../../lib/texts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { texts } from './texts.ts';

/** Says that changes here need the second step first, and leads to it. */
export function SecondStepDue({ onAsk }: { onAsk: () => void }) {
  const t = useTexts(texts);
  return (
    <Alert
      tone="warning"
      title={t.levelTitle}
      action={
        <Button size="sm" onClick={onAsk}>
          {t.enterCode}
        </Button>
      }
    >
      {t.level}
    </Alert>
  );
}
