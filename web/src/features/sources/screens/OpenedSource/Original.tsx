import { linkToText } from '@parlance/contract/display/text-fragment';
import type { Passage, Source } from '@parlance/contract/endpoints/sources';
import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useInfiniteQuery, useQuery } from '../../../../lib/queries/query.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { showOutcome } from '../../../../ui/toasts/outcome.ts';
import { describePosition } from '../../../answers/passages/position.ts';
import { answerTexts } from '../../../answers/texts.ts';
import { useSourcesView } from '../../address.ts';
import { downloadSource } from '../../queries.ts';
import { originalQuery, passagesQuery, useKnownPassage } from '../../source-queries.ts';
import { decodeText, excerptOf, locatePassage, locateRows } from './original-text.ts';
import { openedTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const pane = 'min-h-0 flex-1 overflow-auto rounded-3 border border-line bg-surface';

/** Scrolls the marked passage into the pane's upper third, without moving the page around it. */
function useLitInSight(isReady: boolean, passage: string | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place
  useEffect(() => {
    const place = frame.current;
    const lit = place?.querySelector('[data-lit]');
    if (!place || !lit || !isReady) return;
    place.scrollTop +=
      lit.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 3;
  }, [isReady, passage]);
  return frame;
}

/** A PDF in the browser's own viewer, at the passage's page. */
function PdfOriginal({ source, page }: { source: Source; page: number | undefined }) {
  const t = useTexts(openedTexts);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isFrameReady, setIsFrameReady] = useState(false);
  const title = t.viewer(source.name);
  const original = useQuery(originalQuery(source));
  const address = useMemo(
    // Whatever the answer called it: what a viewer draws can never be read as a page of ours.
    () => original.data && URL.createObjectURL(new Blob([original.data], { type: 'application/pdf' })),
    [original.data],
  );
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!isFrameReady || !inner || !address) return;
    // A viewer that stands does not follow a changed address: a new one does.
    const viewer = inner.createElement('iframe');
    viewer.title = title;
    viewer.src = `${address}#page=${page ?? 1}&navpanes=0`;
    Object.assign(viewer.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
    });
    inner.body.replaceChildren(viewer);
  }, [isFrameReady, address, page, title]);
  if (original.isError) {
    return (
      <LoadFailure title={t.originalFailed} error={original.error} onRetry={() => void original.refetch()} />
    );
  }
  if (!address) {
    return (
      <AfterPause>
        <Skeleton className="min-h-96 w-full flex-1 rounded-3" />
      </AfterPause>
    );
  }
  return (
    <iframe
      ref={frame}
      src="/original-frame"
      title={title}
      onLoad={() => setIsFrameReady(true)}
      className="min-h-96 w-full flex-1 rounded-3 border border-line bg-sunken"
    />
  );
}

/** A text or a table of values as the file holds it, the passage lit. */
function TextOriginal({ source, passage }: { source: Source; passage: Passage | undefined }) {
  const t = useTexts(openedTexts);
  const original = useQuery(originalQuery(source));
  const text = useMemo(
    () => original.data && decodeText(new Uint8Array(original.data)).replaceAll(/\r\n?/g, '\n'),
    [original.data],
  );
  const range = useMemo(() => {
    if (text === undefined || !passage) return undefined;
    const { row } = passage.position;
    return row === undefined
      ? locatePassage(text, passage.text)
      : locateRows(text, row, passage.text.split('\n').length);
  }, [text, passage]);
  const frame = useLitInSight(text !== undefined, passage?.id);
  if (original.isError) {
    return (
      <LoadFailure title={t.originalFailed} error={original.error} onRetry={() => void original.refetch()} />
    );
  }
  if (text === undefined) {
    return (
      <AfterPause>
        <Skeleton className="min-h-96 w-full flex-1 rounded-3" />
      </AfterPause>
    );
  }
  const { before, lit, after, isCut } = excerptOf(text, range);
  return (
    <>
      {passage && !range && <p className="text-sm text-text-2">{t.notLocated}</p>}
      {isCut && <p className="text-sm text-text-2">{t.cut}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={frame} tabIndex={0} aria-label={t.viewer(source.name)} className={pane}>
        <pre
          dir="auto"
          className="p-4 font-mono text-sm leading-body whitespace-pre-wrap text-text [overflow-wrap:anywhere]"
        >
          {before}
          {lit && (
            <mark data-lit className="rounded-1 bg-accent-soft text-text">
              {lit}
            </mark>
          )}
          {after}
        </pre>
      </section>
    </>
  );
}

/** The text that was read, in the document's order: for what browsers don't show. */
function ReadText({ source, passage }: { source: Source; passage: Passage | undefined }) {
  const t = useTexts(openedTexts);
  const places = useTexts(answerTexts);
  const begins = useInfiniteQuery(passagesQuery(source, '', undefined));
  const isNear =
    !passage || begins.data?.pages.some(({ items }) => items.some(({ id }) => id === passage.id));
  const further = useInfiniteQuery({
    ...passagesQuery(source, '', passage?.id),
    enabled: begins.isSuccess && !isNear,
  });
  const list = isNear ? begins : further;
  const passages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const frame = useLitInSight(passages.length > 0, passage?.id);
  let heading = '';
  const parts: ReactNode[] = passages.map((one) => {
    const { page, sheet, heading: title } = one.position;
    const place = describePosition({ page, sheet, heading: title }, places);
    // A section's own title is the first line of its text.
    // A section's own title is the first line of its text.
    const isToldBelow =
      page === undefined && sheet === undefined && title?.split(' › ').at(-1) === one.text.split('\n', 1)[0];
    const isNew = place !== heading && !isToldBelow;
    heading = place;
    return (
      <div
        key={one.id}
        {...(one.id === passage?.id ? { 'data-lit': true } : {})}
        className={one.id === passage?.id ? 'bg-accent-soft px-4 py-2' : 'px-4 py-2'}
      >
        {isNew && place !== '' && <h2 className="pt-2 pb-1 text-sm font-medium text-text-2">{place}</h2>}
        <p dir="auto" className="text-md whitespace-pre-line text-text [overflow-wrap:anywhere]">
          {one.text}
        </p>
      </div>
    );
  });
  if (parts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={frame} tabIndex={0} aria-label={t.read} className={pane}>
      {parts}
      <div className="flex flex-col p-4 empty:hidden">
        <LoadMore list={list} />
      </div>
    </section>
  );
}

const hasViewer = () => navigator.pdfViewerEnabled;

/** The source itself, at the chosen passage's place, as far as the browser can show it. */
export function Original({ source }: { source: Source }) {
  const t = useTexts(openedTexts);
  const { passage: chosen, page } = useSourcesView();
  const passage = usePassage(source, chosen);
  const isPdf = source.mediaType === 'application/pdf';
  // What is damaged makes the viewer say so in its own words, in its own language.
  const isDamaged = source.error?.code === 'corrupt_file';
  const isText = /^text\/(plain|csv)/.test(source.mediaType);
  const withText = (why: string) => (source.passages > 0 ? `${why} ${t.asRead}` : why);
  const note =
    source.url !== undefined
      ? withText(t.pageNotShown)
      : isDamaged
        ? t.damaged
        : isPdf && !hasViewer()
          ? t.noViewer
          : isPdf || isText
            ? ''
            : withText(t.notShown);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {source.url === undefined ? (
          source.kind === 'file' && (
            <Button
              size="sm"
              icon={<Download {...icon} />}
              onClick={() => void showOutcome(t.downloadFailed, downloadSource(source))}
            >
              {t.download}
            </Button>
          )
        ) : (
          <a
            href={passage ? linkToText(source.url, passage.text) : source.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center gap-1.5 rounded-2 border border-line-control bg-surface px-3 text-sm font-strong text-text touch-target hover:bg-hover"
          >
            <ExternalLink {...icon} />
            {passage ? t.openPageThere : t.openPage}
            <span className="visually-hidden">{t.newTab}</span>
          </a>
        )}
      </div>
      {note && <p className="text-sm text-text-2">{note}</p>}
      {isDamaged ? null : isPdf && hasViewer() ? (
        <PdfOriginal source={source} page={page ?? passage?.position.page} />
      ) : isText && source.kind === 'file' ? (
        <TextOriginal source={source} passage={passage} />
      ) : (
        <ReadText source={source} passage={passage} />
      )}
    </div>
  );
}

/** The chosen passage, from wherever the list begins. */
function usePassage(source: Source, chosen: string | undefined): Passage | undefined {
  const known = useKnownPassage(source, chosen);
  const list = useInfiniteQuery({
    ...passagesQuery(source, '', undefined),
    enabled: chosen !== undefined && !known,
  });
  const near = known ?? list.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === chosen);
  const from = useInfiniteQuery({
    ...passagesQuery(source, '', chosen),
    enabled: chosen !== undefined && list.isSuccess && !near,
  });
  const first = from.data?.pages[0]?.items[0];
  return near ?? (first?.id === chosen ? first : undefined);
}
