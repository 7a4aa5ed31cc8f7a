import type { Citation } from '@parlance/contract/embed';
import type { ConsideredPassage } from '@parlance/contract/test-answers';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { cx } from '../../ui/cx.ts';
import { Meter } from '../../ui/Meter.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useShown } from './address.ts';
import { describePosition } from './position.ts';
import { testTexts } from './test-texts.ts';
import { texts } from './texts.ts';

/** Why a passage was considered, in sentences. */
function useReasons() {
  const t = useTexts(testTexts);
  const format = useFormat();
  return ({ why }: ConsideredPassage): string[] => {
    const list = (words: readonly string[]) => format.list(words.map(t.plainWord));
    const held = why.words.map(({ word, share }) => t.word(word, format.percent(share)));
    const inHeading = why.words.filter((word) => word.inHeading).map(({ word }) => word);
    return [
      held.length > 0 ? t.holds(format.list(held)) : '',
      inHeading.length > 0 ? t.inHeading(list(inHeading)) : '',
      why.missing.length > 0 ? t.lacks(list(why.missing)) : '',
      why.similarity === undefined ? '' : t.near(format.percent(Math.max(0, why.similarity))),
    ].filter((reason) => reason !== '');
  };
}

function TestedPassage({
  passage,
  citation,
  best,
  keepsTest,
}: {
  passage: ConsideredPassage;
  citation: Citation | undefined;
  best: number;
  keepsTest: boolean;
}) {
  const t = useTexts(testTexts);
  const s = useTexts(texts);
  const format = useFormat();
  const reasonsOf = useReasons();
  const { to, passage: shown } = useShown();
  const share = best > 0 ? passage.score / best : 0;
  const place = describePosition(passage.position, s);
  const { rankByWords, rankByVectors } = passage.why;
  const isShown = shown === passage.id;
  return (
    <li
      aria-current={isShown || undefined}
      className={cx(
        'relative flex flex-col gap-2 rounded-3 border bg-surface p-3 hover:bg-hover',
        isShown ? 'border-accent-strong ring-1 ring-accent-strong' : 'border-line',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <Link
          to={to({ source: passage.sourceId, passage: passage.id, test: keepsTest })}
          preventScrollReset
          className="min-w-0 rounded-1 text-sm after:absolute after:inset-0 after:rounded-3"
        >
          <span className="block font-medium text-text [overflow-wrap:anywhere]">{passage.sourceName}</span>
          {place && <span className="block text-text-2 [overflow-wrap:anywhere]">{place}</span>}
        </Link>
        {citation && <Pill tone="success">{t.used(citation.number)}</Pill>}
      </div>
      <p
        className={cx(
          'line-clamp-4 text-sm [overflow-wrap:anywhere]',
          citation ? 'text-text' : 'text-text-2',
        )}
      >
        {citation?.quote ?? passage.text}
      </p>
      <div className="flex items-center gap-2 text-xs text-text-2">
        <Meter
          label={t.strength}
          share={share}
          valueText={t.strengthIs(format.percent(share))}
          size="sm"
          tone="accent"
        />
        <span aria-hidden="true" className="tabular shrink-0">
          {t.strengthIs(format.percent(share))}
        </span>
      </div>
      <p className="text-sm text-text-2 [overflow-wrap:anywhere]">
        {[...reasonsOf(passage), `${t.ranks(rankByWords, rankByVectors)}.`].join(' ')}
      </p>
    </li>
  );
}

/** The passages that an answer was made of, and those that it left aside. */
export function TestedPassages({
  passages,
  citations,
  keepsTest,
}: {
  passages: readonly ConsideredPassage[];
  citations: readonly Citation[];
  keepsTest: boolean;
}) {
  const t = useTexts(testTexts);
  const used = citations.flatMap(({ passageId }) => passages.find(({ id }) => id === passageId) ?? []);
  const others = passages.filter((passage) => !passage.used);
  const best = Math.max(0, ...passages.map(({ score }) => score));
  const list = (some: readonly ConsideredPassage[]) => (
    <ul className="flex flex-col gap-2">
      {some.map((passage) => (
        <TestedPassage
          key={passage.id}
          passage={passage}
          citation={citations.find(({ passageId }) => passageId === passage.id)}
          best={best}
          keepsTest={keepsTest}
        />
      ))}
    </ul>
  );
  return (
    <div className="flex flex-col gap-2">
      {used.length > 0 && list(used)}
      {others.length > 0 && (
        <details className="group flex flex-col">
          <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-1 text-sm font-medium text-text-2 touch-target hover:text-text">
            <ChevronRight
              size={16}
              strokeWidth={1.75}
              aria-hidden="true"
              className="motion-fast group-open:rotate-90 rtl:rotate-180"
            />
            {used.length > 0 ? t.others(others.length) : t.considered(others.length)}
          </summary>
          <div className="pt-1">{list(others)}</div>
        </details>
      )}
      {passages.length === 0 && <p className="text-sm text-text-2">{t.noneConsidered}</p>}
    </div>
  );
}
