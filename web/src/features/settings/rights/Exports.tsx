import type { DataExport } from '@parlance/contract/endpoints/account/exports';
import { Archive, Download, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isAbsent, sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../ui/cx.ts';
import { Pill } from '../../../ui/display/Pill.tsx';
import { WorkUnderWay } from '../../../ui/display/WorkUnderWay.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { Line, LoadingSaid, Matter } from '../../profile/Section.tsx';
import { exportTexts } from './export-texts.ts';
import { exportsQuery, isRunning, useDeleteExport, useRequestExport } from './exports.ts';

const ConfirmDialog = onDemand(() =>
  import('../../profile/ConfirmDialog.tsx').then((file) => file.ConfirmDialog),
);

const glyph = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Says once how the archive that was followed here has ended. */
function useEndSaid(exports: readonly DataExport[] | undefined): string {
  const t = useTexts(exportTexts);
  const followed = useRef<string>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const running = exports?.find(isRunning);
    const ended = exports?.find(({ id }) => id === followed.current && id !== running?.id);
    followed.current = running?.id;
    if (ended?.status === 'ready') setSaid(t.ready);
    else if (ended?.status === 'error') setSaid(t.failed);
    else if (running) setSaid('');
  }, [exports, t]);
  return said;
}

/** The account's archives: asks for one, follows it, and lists those that there are. */
export function Exports() {
  const t = useTexts(exportTexts);
  const { data: exports, error, refetch } = useQuery(exportsQuery);
  const request = useRequestExport();
  const outcome = reportOutcome(t.notRequested);
  const said = useEndSaid(exports);
  const list = useRef<HTMLUListElement>(null);
  const running = exports?.find(isRunning);
  const others = exports?.filter((one) => !isRunning(one));
  const ask = () =>
    request.mutate(undefined, {
      onSuccess() {
        outcome.succeeded();
        showToast({ tone: 'success', title: t.requested, description: t.requestedText });
      },
      onError: (refused) => outcome.failed(sentenceOf(refused)),
    });
  return (
    <Matter title={t.exports} description={t.lead}>
      {/* It stays while one is written: it holds the keyboard of who has pressed it. */}
      <Button
        className="self-start"
        icon={<Archive {...glyph} size={18} />}
        busy={request.isPending}
        aria-disabled={running ? true : undefined}
        aria-describedby={running && 'export-running'}
        onClick={() => !running && ask()}
      >
        {t.exports}
      </Button>
      {request.error && (
        <Alert tone="danger" title={`${t.notRequested}.`}>
          {sentenceOf(request.error)}
        </Alert>
      )}
      {running && <Running archive={running} />}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {others && others.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={t.list}>
          {others.map((archive) => (
            <ArchiveLine
              key={archive.id}
              archive={archive}
              onAgain={archive === exports?.[0] && archive.status === 'error' ? ask : undefined}
              // The button goes with its archive.
              onDeleted={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
      {exports?.length === 0 && <p className="flex min-h-12 items-center text-md text-text-3">{t.none}</p>}
      {!exports && !error && (
        <>
          <LoadingSaid />
          <Skeleton className="h-12 w-full" />
        </>
      )}
      {!exports && error && <LoadFailure title={t.notLoaded} error={error} onRetry={() => void refetch()} />}
    </Matter>
  );
}

function useDeletion(archive: DataExport, onDeleted?: () => void) {
  const t = useTexts(exportTexts);
  const deletion = useDeleteExport();
  const outcome = reportOutcome(t.notDeleted);
  const carryOut = () =>
    deletion.mutate(archive.id, {
      onSuccess() {
        outcome.succeeded();
        onDeleted?.();
      },
      onError(refused) {
        if (isAbsent(refused)) onDeleted?.();
        else outcome.failed(sentenceOf(refused));
      },
    });
  return { carryOut, isBusy: deletion.isPending };
}

/** One that is written: how far it is. */
function Running({ archive }: { archive: DataExport }) {
  const t = useTexts(exportTexts);
  const format = useFormat();
  const { carryOut, isBusy } = useDeletion(archive);
  const { done, total } = archive.progress ?? { done: 0, total: 0 };
  const said = total === 0 ? t.waiting : t.written(format.percent(done / total));
  return (
    <div id="export-running" className="flex flex-col gap-2 rounded-2 bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-md font-medium text-text">{t.running}</p>
        <Button size="sm" icon={<Square {...glyph} size={14} />} busy={isBusy} onClick={carryOut}>
          {t.stop}
        </Button>
      </div>
      <WorkUnderWay label={t.running} done={done} total={total} said={said}>
        <p className="tabular text-md text-text-2">
          {said} {t.canLeave}
        </p>
      </WorkUnderWay>
    </div>
  );
}

function ArchiveLine({
  archive,
  onAgain,
  onDeleted,
}: {
  archive: DataExport;
  /** Only of the newest, where it has failed: otherwise another has been asked for since. */
  onAgain: (() => void) | undefined;
  onDeleted: () => void;
}) {
  const t = useTexts(exportTexts);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { carryOut, isBusy } = useDeletion(archive, onDeleted);
  const { url, bytes, expiresAt, status, createdAt } = archive;
  const name = t.archiveOf(format.moment(createdAt));
  const until = format.moment(expiresAt ?? createdAt);
  return (
    <Line
      icon={<Archive {...glyph} size={18} />}
      name={
        <>
          {name} {status === 'expired' && <Pill>{t.expired}</Pill>}
          {status === 'error' && <Pill tone="danger">{t.error}</Pill>}
        </>
      }
      facts={
        <span className="[overflow-wrap:anywhere]">
          {status === 'ready' && t.goodUntil(format.size(bytes ?? 0), until)}
          {status === 'expired' && t.expiredAt(until)}
          {status === 'error' && t.errorText}
        </span>
      }
    >
      <div className={cx('flex items-center gap-2', (url || onAgain) && '@max-md:basis-full @max-md:ps-12')}>
        {url && (
          <ButtonLink
            size="sm"
            icon={<Download {...glyph} />}
            to={url}
            reloadDocument
            download
            aria-label={t.downloadOf(name)}
          >
            {t.download}
          </ButtonLink>
        )}
        {onAgain && (
          <Button size="sm" onClick={onAgain}>
            {t.again}
          </Button>
        )}
        <IconButton
          size="sm"
          label={t.deleteOf(name)}
          // Of what is gone there is nothing to lose.
          onClick={() => (url ? setAsking(true) : carryOut())}
        >
          <Trash2 {...glyph} />
        </IconButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t.deleteSure}
          action={t.delete}
          busy={isBusy}
          onConfirm={carryOut}
          onClose={() => setAsking(false)}
        >
          {t.deleteText}
        </ConfirmDialog>
      )}
    </Line>
  );
}
