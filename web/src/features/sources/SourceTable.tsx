import type { Source } from '@parlance/contract/sources';
import { Download, Ellipsis, ExternalLink, FileText, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileKind } from '../../ui/Glyphs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { showToast } from '../../ui/toasts.ts';
import { downloadSource, type SourceSort, useDeleteSource, useSyncSource } from './queries.ts';
import { SourceStatus } from './SourceStatus.tsx';
import { texts } from './texts.ts';

const Passages = lazy(() => import('./Passages.tsx').then((file) => ({ default: file.Passages })));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

const kindOf = (source: Source) =>
  source.kind === 'url' ? 'url' : (/\.([a-z]{3,4})$/i.exec(source.name)?.[1]?.toLowerCase() ?? 'txt');

/** Why a source could not be read and what to do, under its row. */
function Failure({ source, onRetry, busy }: { source: Source; onRetry: () => void; busy: boolean }) {
  const t = useTexts(texts);
  const { error } = source;
  if (!error) return null;
  const facts = [
    error.statusCode === undefined ? '' : t.statusCode(error.statusCode),
    error.code === 'bot_protection' ? t.crawlerRule : '',
    t.support,
  ].filter((fact) => fact !== '');
  return (
    <Alert
      tone="danger"
      title={error.message}
      action={
        <Button size="sm" busy={busy} icon={<RefreshCw {...icon} size={16} />} onClick={onRetry}>
          {t.retry}
        </Button>
      }
    >
      {facts.join(' ')}
    </Alert>
  );
}

export function SourceTable({
  sources,
  sort,
  onSort,
}: {
  sources: readonly Source[];
  sort: SourceSort;
  onSort: (sort: string) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const [opened, setOpened] = useState<Source>();
  const remove = useDeleteSource();
  const sync = useSyncSource();

  const failed = (title: string) => (error: unknown) =>
    showToast({ tone: 'danger', title, description: sentenceOf(error) });
  const onDelete = (source: Source) =>
    remove.mutate(source.id, {
      onSuccess: () => showToast({ tone: 'success', title: t.deleted }),
      onError: failed(t.deleteFailed),
    });
  const onSync = (source: Source) => sync.mutate(source.id, { onError: failed(t.syncFailed) });

  const figure = (source: Source, value: number) =>
    source.status === 'processed' || source.status === 'ready' ? (
      format.number(value)
    ) : (
      <span className="text-text-3">–</span>
    );

  const columns: Column<Source>[] = [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      names: true,
      cell: (source) => (
        <span className="flex min-w-0 items-center gap-3">
          <FileKind kind={kindOf(source)} />
          <span className="flex min-w-0 flex-col">
            <button
              type="button"
              onClick={() => setOpened(source)}
              className="truncate rounded-1 text-start font-medium text-text hover:underline"
            >
              {source.name}
            </button>
            <span className="truncate text-sm text-text-3">{source.url ?? format.size(source.size)}</span>
          </span>
        </span>
      ),
    },
    { key: 'status', header: t.status, cell: (source) => <SourceStatus source={source} /> },
    { key: 'passages', header: t.passages, align: 'end', cell: (source) => figure(source, source.passages) },
    { key: 'tokens', header: t.tokens, align: 'end', cell: (source) => figure(source, source.storageTokens) },
    {
      key: 'synced',
      header: t.synced,
      className: 'md:max-lg:hidden',
      cell: (source) =>
        source.lastSyncAt ? (
          <time dateTime={source.lastSyncAt} title={format.moment(source.lastSyncAt)} className="text-text-2">
            {format.ago(source.lastSyncAt)}
          </time>
        ) : (
          <span className="text-text-3">–</span>
        ),
    },
    {
      key: 'actions',
      header: t.actions,
      actions: true,
      cell: (source) => (
        <Menu
          label={t.actionsOf(source.name)}
          trigger={
            <IconButton label={t.actionsOf(source.name)} size="sm">
              <Ellipsis {...icon} />
            </IconButton>
          }
        >
          <MenuItem icon={<FileText {...icon} />} onSelect={() => setOpened(source)}>
            {t.seePassages}
          </MenuItem>
          <MenuItem icon={<RefreshCw {...icon} />} onSelect={() => onSync(source)}>
            {t.sync}
          </MenuItem>
          {source.url === undefined ? (
            <MenuItem
              icon={<Download {...icon} />}
              onSelect={() => void downloadSource(source).catch(failed(t.downloadFailed))}
            >
              {t.download}
            </MenuItem>
          ) : (
            <MenuItem
              icon={<ExternalLink {...icon} />}
              onSelect={() => open(source.url, '_blank', 'noopener,noreferrer')}
            >
              {t.open}
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => onDelete(source)}>
            {t.delete}
          </MenuItem>
        </Menu>
      ),
    },
  ];

  return (
    <>
      <Table
        caption={t.caption}
        columns={columns}
        rows={sources}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
        detail={(source) =>
          source.error && (
            <Failure
              source={source}
              busy={sync.isPending && sync.variables === source.id}
              onRetry={() => onSync(source)}
            />
          )
        }
      />
      <Suspense>{opened && <Passages source={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}
