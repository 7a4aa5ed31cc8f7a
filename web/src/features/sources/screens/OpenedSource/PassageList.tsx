import type { Passage, Source } from '@parlance/contract/endpoints/sources';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useInfiniteQuery } from '../../../../lib/queries/query.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { outcomeHandlers } from '../../../../ui/toasts/outcome.ts';
import { describePosition } from '../../../answers/passages/position.ts';
import { answerTexts } from '../../../answers/texts.ts';
import { useSourcesView } from '../../address.ts';
import { passagesQuery, useExcludePassage } from '../../source-queries.ts';
import { toSearchForm } from './as-typed.ts';
import { openedTexts } from './texts.ts';

/** A text with each place of what is searched marked. */
function markMatches(text: string, search: string): ReactNode {
  if (search === '') return text;
  const parts: ReactNode[] = [];
  const [all, wanted] = [toSearchForm(text), toSearchForm(search)];
  let at = 0;
  for (let next = all.indexOf(wanted); next >= 0; next = all.indexOf(wanted, at)) {
    parts.push(
      text.slice(at, next),
      <mark key={next} className="rounded-1 bg-warning-soft text-text">
        {text.slice(next, next + wanted.length)}
      </mark>,
    );
    at = next + wanted.length;
  }
  return [...parts, text.slice(at)];
}

/**
 * Frames for which the scroll position is corrected: passages above that come into sight turn out larger or smaller
 * than estimated.
 */
const framesToSettle = 8;

/** Scrolls to a passage that was named from elsewhere; one that was pressed is in sight and stays. */
function scrollIntoSight(card: HTMLElement) {
  let frames = framesToSettle;
  let next = 0;
  const look = () => {
    const { top } = card.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.7) card.scrollIntoView({ block: 'start' });
    frames -= 1;
    if (frames > 0) next = requestAnimationFrame(look);
  };
  next = requestAnimationFrame(look);
  return () => cancelAnimationFrame(next);
}

function PassageCard({
  passage,
  search,
  isChosen,
  onChoose,
}: {
  passage: Passage;
  search: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const t = useTexts(openedTexts);
  const place = describePosition(passage.position, useTexts(answerTexts));
  const format = useFormat();
  const exclude = useExcludePassage();
  // What was just chosen shows at once.
  const isExcluded = exclude.isPending ? exclude.variables.excluded : passage.excluded;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => (isChosen && card.current ? scrollIntoSight(card.current) : undefined), [isChosen]);
  return (
    <li
      ref={card}
      aria-current={isChosen || undefined}
      className={cx(
        // Thousands of passages: only those in sight are laid out.
        'relative flex scroll-my-20 flex-col gap-2 rounded-3 border p-4 [contain-intrinsic-size:auto_12rem] [content-visibility:auto]',
        isChosen ? 'border-accent-strong bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <div className="flex items-baseline justify-between gap-4 text-sm text-text-2">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="min-w-0 rounded-1 text-start font-medium after:absolute after:inset-0 after:rounded-3"
        >
          {place || t.passage}
        </button>
        <span className="tabular shrink-0 text-text-2">
          {t.tokens(format.number(passage.tokens), passage.tokens > 1)}
        </span>
      </div>
      <p
        dir="auto"
        className={cx(
          'whitespace-pre-line text-md [overflow-wrap:anywhere]',
          isExcluded ? 'text-text-2 line-through decoration-1' : 'text-text',
        )}
      >
        {markMatches(passage.text, search)}
      </p>
      <div className="relative w-fit">
        <Checkbox
          label={isExcluded ? t.excluded : t.answers}
          checked={!isExcluded}
          onChange={(checked) =>
            exclude.mutate(
              { passageId: passage.id, sourceId: passage.sourceId, excluded: !checked },
              outcomeHandlers(t.excludeFailed),
            )
          }
        />
      </div>
    </li>
  );
}

/** A source as the chatbot sees it; choosing a passage puts it into the address, which moves the original. */
export function PassageList({ source }: { source: Source }) {
  const t = useTexts(openedTexts);
  const navigate = useNavigate();
  const { passage: chosen, to } = useSourcesView();
  const [address, setAddress] = useSearchParams();
  const search = address.get('find') ?? '';
  const deferred = useDeferredValue(search.trim());
  // Where a passage lies beyond the first page, the list begins at it.
  const [from, setFrom] = useState<string>();
  // Who went back to the start is not carried off again.
  const [leftFor, setLeftFor] = useState<string>();
  const list = useInfiniteQuery({
    ...passagesQuery(source, deferred, deferred ? undefined : from),
    placeholderData: (before) => before,
  });
  const passages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isThere = chosen === undefined || passages.some(({ id }) => id === chosen);
  const isSettled = list.isSuccess && !list.isPlaceholderData && deferred === '';
  useEffect(() => {
    if (isSettled && !isThere && list.hasNextPage && from !== chosen && leftFor !== chosen) setFrom(chosen);
  }, [isSettled, isThere, list.hasNextPage, from, chosen, leftFor]);
  const isGone = isSettled && !isThere && (from === chosen || !list.hasNextPage);
  const find = (value: string) =>
    setAddress(
      (before) => {
        if (value) before.set('find', value);
        else before.delete('find');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const isRunning = source.status === 'pending' || source.status === 'processing';
  return (
    <div className="flex flex-col gap-3">
      {(source.passages > 0 || search !== '') && (
        <SearchInput
          label={t.search}
          clearLabel={t.clearSearch}
          value={search}
          onChange={find}
          maxLength={200}
        />
      )}
      <div role="status" className="contents">
        {isGone && <p className="text-sm text-text-2">{t.passageGone}</p>}
        {deferred !== '' && list.isSuccess && !list.isPlaceholderData && (
          <p className="text-sm text-text-2">
            {passages.length === 0 ? t.noHit(deferred) : t.hits(passages.length, list.hasNextPage)}
          </p>
        )}
        {isRunning && (
          <p className="text-sm text-text-2">
            {passages.length > 0 ? t.earlier : source.status === 'pending' ? t.waiting : t.reading}
          </p>
        )}
        {isSettled && !isRunning && passages.length === 0 && (
          <p className="py-8 text-center text-text-2">{t.empty}</p>
        )}
      </div>
      {from !== undefined && deferred === '' && !isGone && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-text-2">
          {t.fromHere}
          <Button
            size="sm"
            onClick={() => {
              setFrom(undefined);
              setLeftFor(chosen);
            }}
          >
            {t.fromStart}
          </Button>
        </p>
      )}
      {list.isError && passages.length === 0 && (
        <LoadFailure title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <AfterPause>
          <Skeleton className="h-40 w-full rounded-3" />
        </AfterPause>
      )}
      {passages.length > 0 && (
        <ol aria-label={t.passages} className="flex flex-col gap-3">
          {passages.map((passage) => (
            <PassageCard
              key={passage.id}
              passage={passage}
              search={deferred}
              isChosen={passage.id === chosen}
              onChoose={() =>
                void navigate(to({ passage: passage.id }), { replace: true, preventScrollReset: true })
              }
            />
          ))}
        </ol>
      )}
      <LoadMore list={list} />
    </div>
  );
}
