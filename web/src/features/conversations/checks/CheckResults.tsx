import type { CheckResult, CheckRun } from '@parlance/contract/endpoints/checks';
import { ChevronRight, CircleAlert, CircleCheck, TrendingUp, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Pill, type Tone } from '../../../ui/display/Pill.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { AnswerFacts } from '../../answers/answer/AnswerFacts.tsx';
import { AnswerText } from '../../answers/answer/AnswerText.tsx';
import { CitationChip } from '../../answers/answer/CitationChip.tsx';
import { Compared } from '../../answers/comparing/Compared.tsx';
import { compareWords } from '../../answers/comparing/differences.ts';
import { checkRunQuery } from './queries.ts';
import { type ResultState, sortWorstFirst, stateOf } from './states.ts';
import { checkTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const looks: Record<ResultState, { tone: Tone; icon: ReactNode }> = {
  broken: { tone: 'danger', icon: <CircleAlert {...icon} /> },
  failing: { tone: 'warning', icon: <TriangleAlert {...icon} /> },
  mended: { tone: 'success', icon: <TrendingUp {...icon} /> },
  holds: { tone: 'neutral', icon: <CircleCheck {...icon} /> },
};

const chip = (number: number, key: string) => <CitationChip key={key} number={number} />;

function Answer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-sm font-strong text-text-2">{title}</h3>
      <div
        dir="auto"
        className="speech flex flex-col gap-2 bg-sunken px-3.5 py-2.5 text-md text-text [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]"
      >
        {children}
      </div>
    </div>
  );
}

function Answers({ result }: { result: CheckResult }) {
  const t = useTexts(checkTexts);
  const { answer, answerBefore } = result;
  const parts = useMemo(
    () => (answerBefore === undefined ? undefined : compareWords(answerBefore, answer)),
    [answer, answerBefore],
  );
  if (!parts)
    return (
      <Answer title={t.answerNow}>
        <AnswerText text={answer} chip={chip} />
      </Answer>
    );
  return (
    <>
      <div className="grid gap-4 @xl:grid-cols-2">
        <Answer title={t.answerNewer}>
          <Compared parts={parts} side="second" chip={chip} />
        </Answer>
        <Answer title={t.answerBefore}>
          <Compared parts={parts} side="first" chip={chip} />
        </Answer>
      </div>
      <p className="text-sm text-text-3">{t.differenceMarked}</p>
    </>
  );
}

function Result({ result }: { result: CheckResult }) {
  const t = useTexts(checkTexts);
  const state = stateOf(result);
  return (
    <li className="border-t border-line first:border-t-0">
      <details className="group" open={state === 'broken'}>
        <summary className="flex cursor-pointer list-none items-start gap-3 py-3 [&::-webkit-details-marker]:hidden">
          <ChevronRight {...icon} className="mt-1 shrink-0 text-text-3 motion-fast group-open:rotate-90" />
          <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1.5 sm:flex-nowrap">
            <span dir="auto" className="min-w-0 font-medium text-text [overflow-wrap:anywhere]">
              {result.question}
            </span>
            <span className="flex shrink-0 flex-wrap gap-2">
              {result.answerBefore !== undefined && state === 'holds' && (
                <Pill tone="info">{t.otherwise}</Pill>
              )}
              <Pill {...looks[state]}>{t[state]}</Pill>
            </span>
          </span>
        </summary>
        <div className="@container flex flex-col gap-3 pb-4 ps-7">
          {result.missing.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <span className="text-text-2">{t.missing}</span>
              {[...new Set(result.missing)].map((text) => (
                <span
                  key={text}
                  dir="auto"
                  className="max-w-full rounded-full bg-danger-soft px-2.5 py-0.5 font-medium text-danger-text [overflow-wrap:anywhere]"
                >
                  {text}
                </span>
              ))}
            </div>
          )}
          <Answers result={result} />
          <AnswerFacts mode={result.mode} />
        </div>
      </details>
    </li>
  );
}

/** The state of a run's answers: in a sentence, then the ones that broke first. */
export function CheckResults({
  chatbotId,
  runs,
  chosen,
  onChoose,
}: {
  chatbotId: string;
  runs: readonly CheckRun[];
  chosen: CheckRun;
  onChoose: (runId: string) => void;
}) {
  const t = useTexts(checkTexts);
  const format = useFormat();
  const { data: run, error, refetch } = useQuery(checkRunQuery(chatbotId, chosen));
  const { done, total, passed, broken, mended, tokens, status } = chosen;
  const hasBefore = run?.results.some(({ before }) => before !== null);
  const summary = [
    done === 0 ? '' : t.holding(passed, done),
    broken > 0 ? t.broke(broken) : '',
    mended > 0 ? t.mendedSome(mended) : '',
    broken + mended === 0 && hasBefore ? t.nothingBroke : '',
  ].filter((sentence) => sentence !== '');
  return (
    <Card
      title={t.result}
      aside={
        <div className="w-full sm:w-80">
          <Select
            label={t.run}
            value={chosen.id}
            onChange={onChoose}
            options={runs.map(({ id, at, passed, done }) => ({
              value: id,
              label: t.runOption(format.moment(at), format.number(passed), format.number(done)),
            }))}
          />
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {(status === 'error' || done < total) && (
          <Alert
            tone={status === 'error' ? 'warning' : 'info'}
            title={t.endedEarly(format.number(done), format.number(total))}
          >
            {chosen.error}
          </Alert>
        )}
        <p className="text-md text-text">
          <strong className="font-strong">{summary.join(' ')}</strong>{' '}
          {done > 0 && <span className="text-text-2">{t.spent(format.number(tokens))}</span>}
        </p>
        {error && !run ? (
          <LoadFailure title={t.resultFailed} error={error} onRetry={() => void refetch()} />
        ) : run ? (
          <ul className="flex flex-col">
            {sortWorstFirst(run.results).map((result) => (
              <Result key={`${run.id} ${result.checkId}`} result={result} />
            ))}
          </ul>
        ) : (
          <AfterPause>
            <Skeleton className="h-40 w-full rounded-2" />
          </AfterPause>
        )}
      </div>
    </Card>
  );
}
