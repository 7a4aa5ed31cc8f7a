import type { Citation } from '@parlance/contract/endpoints/embed';
import type { ConsideredPassage } from '@parlance/contract/endpoints/test-answers';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Meter } from '../../../../ui/display/Meter.tsx';
import { Expandable } from '../../../../ui/layout/Expandable.tsx';
import { PassageCard } from '../../../answers/passages/PassageCard.tsx';
import { useSourcesView } from '../../address.ts';
import { testTexts } from './texts.ts';

/** Why a passage was considered, in sentences. */
function useReasons() {
  const t = useTexts(testTexts);
  const format = useFormat();
  return ({ why }: ConsideredPassage): string[] => {
    const list = (words: readonly string[]) => format.list(words.map(t.plainWord));
    const held = why.words.map(({ word, share, heldAs }) =>
      heldAs ? t.wordAs(word, list(heldAs), format.percent(share)) : t.word(word, format.percent(share)),
    );
    const inHeading = why.words.filter((word) => word.inHeading).map(({ word }) => word);
    return [
      held.length > 0 ? t.holds(format.list(held)) : '',
      why.together?.length ? t.together(list(why.together)) : '',
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
  const format = useFormat();
  const reasonsOf = useReasons();
  const { to, passage: shown } = useSourcesView();
  const share = best > 0 ? passage.score / best : 0;
  const { rankByWords, rankByVectors } = passage.why;
  return (
    <PassageCard
      passage={passage}
      citation={citation}
      isShown={shown === passage.id}
      to={to({
        source: passage.sourceId,
        passage: passage.id,
        page: citation?.position.page,
        test: keepsTest,
      })}
    >
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
    </PassageCard>
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
        <Expandable title={used.length > 0 ? t.others(others.length) : t.considered(others.length)}>
          {list(others)}
        </Expandable>
      )}
      {passages.length === 0 && <p className="text-sm text-text-2">{t.noneConsidered}</p>}
    </div>
  );
}
