import { useTexts } from '../../../lib/language/texts.ts';
import { answerTexts } from '../texts.ts';

/** The question in full that one was taken for, which goes on from what was said before. */
export function Understood({ text }: { text: string | undefined }) {
  const t = useTexts(answerTexts);
  if (text === undefined) return null;
  return (
    <p className="ms-10 self-end text-end text-pretty text-xs text-text-3 [overflow-wrap:anywhere]">
      {t.understoodAs(text)}
    </p>
  );
}
