import type { LeftOut } from '@parlance/contract/left-out';
import { useTexts } from '../../../lib/language/texts.ts';
import { leftOutTexts } from './left-out-texts.ts';
import { withoutMarks } from './marks.ts';

/** What a model wrote of an answer and nobody was shown, struck through, each sentence with its reason. */
export function LeftOutSentences({ sentences }: { sentences: readonly LeftOut[] | undefined }) {
  const t = useTexts(leftOutTexts);
  if (!sentences || sentences.length === 0) return null;
  return (
    <section
      aria-label={t.title}
      className="flex w-full flex-col gap-2 border-s-3 border-line ps-3 text-sm [overflow-wrap:anywhere]"
    >
      <p className="font-strong text-text-2">{t.title}</p>
      <ul className="flex flex-col gap-2">
        {sentences.map(({ text, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places
          <li key={at} className="flex flex-col gap-0.5">
            <del dir="auto" className="text-text-2">
              {withoutMarks(text)}
            </del>
            <span className="text-text-3">{t[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
