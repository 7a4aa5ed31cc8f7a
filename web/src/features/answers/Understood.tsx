import { useTexts } from '../../lib/texts.ts';
import { answerTexts } from './texts.ts';

/** What a question that goes on from what was said before was taken for. */
export function Understood({ text }: { text: string | undefined }) {
  const t = useTexts(answerTexts);
  if (text === undefined) return null;
  return (
    <p className="ms-10 self-end text-end text-xs text-text-3 [overflow-wrap:anywhere]">
      {t.understoodAs} <bdi>{text}</bdi>
    </p>
  );
}
