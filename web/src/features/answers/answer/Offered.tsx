import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { answerTexts } from '../texts.ts';

/** What an answer that found nothing offers instead; each may be asked where `onAsk` says how. */
export function Offered({
  subjects = [],
  onAsk,
}: {
  subjects?: readonly string[] | undefined;
  onAsk?: (subject: string) => void;
}) {
  const t = useTexts(answerTexts);
  if (subjects.length === 0) return null;
  if (!onAsk)
    return (
      <p dir="auto" className="text-sm text-text-2 [overflow-wrap:anywhere]">
        {t.offered(subjects.map((subject) => t.offer(subject)).join(', '))}
      </p>
    );
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1 text-sm text-text-2">{t.offers}</legend>
      {subjects.map((subject) => (
        <Button key={subject} size="sm" onClick={() => onAsk(subject)}>
          {subject}
        </Button>
      ))}
    </fieldset>
  );
}
