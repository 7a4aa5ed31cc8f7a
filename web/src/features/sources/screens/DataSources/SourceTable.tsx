import type { Source, SourceSort } from '@parlance/contract/endpoints/sources';
import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { FileKind } from '../../../../ui/display/Glyphs.tsx';
import { type Column, type RowTicks, Table } from '../../../../ui/display/Table.tsx';
import { When } from '../../../../ui/loading/When.tsx';
import { useSourcesView } from '../../address.ts';
import { hasDetail } from '../../source/has-detail.ts';
import { kindOf } from '../../source/kind.ts';
import { SourceDetail } from '../../source/SourceDetail.tsx';
import { SourceMenu } from '../../source/SourceMenu.tsx';
import { SourceStatus } from '../../source/SourceStatus.tsx';
import { texts } from '../../texts.ts';

function SourceName({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { to } = useSourcesView();
  const { url, name, size } = source;
  const isUntitled = url === name;
  /** The line below the name; a page that has no title yet is its address, which its name says already. */
  const below = () => {
    if (url === undefined || (isUntitled && size > 0)) return format.size(size);
    return isUntitled ? new URL(url).host : url;
  };
  return (
    <span className="flex min-w-0 items-center gap-3">
      <FileKind kind={kindOf(source)} />
      <span className="flex min-w-0 flex-col">
        <Link
          to={to({ source: source.id })}
          title={name}
          dir="auto"
          className="max-w-full self-start truncate rounded-1 font-medium text-text hover:underline"
        >
          {name}
        </Link>
        <span className="flex items-center gap-2 text-sm text-text-3">
          <span className="truncate" title={url}>
            {below()}
          </span>
          {source.requiresAuthentication && (
            <span className="flex shrink-0 items-center gap-1 text-warning-text">
              <LockKeyhole size={14} strokeWidth={1.75} aria-hidden="true" />
              {t.requiresSignIn}
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

function useColumns({
  kind,
  onOpen,
  onDelete,
}: {
  kind: Source['kind'] | undefined;
  onOpen: (source: Source) => void;
  onDelete: (source: Source) => void;
}): Column<Source>[] {
  const t = useTexts(texts);
  const format = useFormat();

  const figure = (source: Source, value: number) =>
    source.status === 'processed' || source.status === 'ready' ? format.number(value) : undefined;

  const uploaded: Column<Source> = {
    key: 'uploaded',
    header: t.added,
    sort: 'createdAt',
    className: 'md:@max-[48rem]:hidden',
    width: 'w-36',
    cell: (source) => <When at={source.createdAt} className="text-text-2" />,
  };
  const synced: Column<Source> = {
    key: 'synced',
    header: t.synced,
    sort: 'lastSyncAt',
    className: 'md:@max-[48rem]:hidden',
    width: 'w-36',
    cell: (source) =>
      source.lastSyncAt ? <When at={source.lastSyncAt} className="text-text-2" /> : undefined,
  };

  return [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      names: true,
      cell: (source) => <SourceName source={source} />,
    },
    {
      key: 'status',
      header: t.status,
      width: 'w-48',
      cell: (source) => <SourceStatus source={source} />,
    },
    {
      key: 'passages',
      header: t.passages,
      sort: 'passages',
      align: 'end',
      className: 'md:@max-[40rem]:hidden',
      width: 'w-28',
      cell: (source) => figure(source, source.passages),
    },
    {
      key: 'tokens',
      header: t.tokens,
      sort: 'storageTokens',
      align: 'end',
      className: 'md:@max-[32rem]:hidden',
      width: 'w-28',
      cell: (source) => figure(source, source.storageTokens),
    },
    // A file comes once and stays as it came; a page is looked at again.
    kind === 'file' ? uploaded : synced,
    {
      key: 'actions',
      header: t.actions,
      actions: true,
      width: 'w-16',
      cell: (source) => (
        <SourceMenu source={source} onOpen={() => onOpen(source)} onDelete={() => onDelete(source)} />
      ),
    },
  ];
}

export function SourceTable({
  sources,
  sort,
  onSort,
  ticks,
  cited,
  onOpen,
  onDelete,
}: {
  sources: readonly Source[];
  sort: SourceSort;
  onSort: (sort: string) => void;
  ticks: RowTicks<Source>;
  /** The source that the last test's answer cites first. */
  cited?: string | undefined;
  onOpen: (source: Source) => void;
  onDelete: (source: Source) => void;
}) {
  const t = useTexts(texts);
  const columns = useColumns({ kind: sources[0]?.kind, onOpen, onDelete });
  return (
    <div className="@container">
      <Table
        caption={t.caption}
        columns={columns}
        rows={sources}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
        ticks={ticks}
        isCurrent={({ id }) => id === cited}
        detail={(source) =>
          hasDetail(source) && <SourceDetail source={source} onDelete={() => onDelete(source)} />
        }
      />
    </div>
  );
}
