import { useEffect, useRef } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { isListed, isOnItsWay, shareSent, type Upload } from './list.ts';
import { StorageLeft } from './StorageLeft.tsx';
import { clearFinished } from './sending.ts';
import { texts } from './texts.ts';
import { UploadList } from './UploadList.tsx';

/** The uploads of a chatbot on its own screen. */
export function UploadTray({
  list,
  listedAt,
  taken,
}: {
  list: readonly Upload[];
  /** When the sources below were last asked for. */
  listedAt: number;
  /** A count of the times that files were taken here: each time it comes into sight, wherever they were dropped. */
  taken: number;
}) {
  const t = useTexts(texts);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (taken > 0) place.current?.scrollIntoView({ block: 'nearest' });
  }, [taken]);
  const [first] = list;
  if (!first) return null;
  const isRunning = list.some(isOnItsWay);
  return (
    <section
      ref={place}
      aria-label={t.uploads}
      className="scroll-mt-20 rounded-3 border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="flex min-h-8 items-center text-md font-strong">
          <UploadSummary list={list} />
        </h2>
        {!isRunning && (
          <Button size="sm" look="quiet" onClick={() => clearFinished(first.chatbotId)}>
            {t.clearList}
          </Button>
        )}
        <p className="w-full text-sm text-text-2">
          <StorageLeft comparing />
        </p>
      </div>
      <div className="max-h-96 overflow-y-auto">
        <UploadList list={list.filter((one) => !isListed(one, listedAt))} />
      </div>
    </section>
  );
}

/** The state of the uploads in a few words; read by screen readers at the start, each quarter and the end. */
export function UploadSummary({ list }: { list: readonly Upload[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const running = list.filter(isOnItsWay).length;
  const sent = list.filter(({ state }) => state === 'sent').length;
  const refused = list.filter(({ state }) => state === 'refused').length;
  const ended = [sent > 0 ? t.allSent(sent) : '', refused > 0 ? t.someRefused(refused) : '']
    .filter((part) => part !== '')
    .join(' · ');
  const share = shareSent(list);
  const said = (exact: number) => (running > 0 ? t.underWay(running + sent, format.percent(exact)) : ended);
  return (
    <>
      <span aria-hidden="true" className="tabular">
        {said(share)}
      </span>
      <span role="status" className="visually-hidden">
        {said(Math.floor(share * 4) / 4)}
      </span>
    </>
  );
}
