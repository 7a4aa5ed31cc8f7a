import type { Transfer, TransferSort, TransferStatus } from '@parlance/contract/endpoints/transfers';
import { Ban, Check, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Pill, type Tone } from '../../ui/display/Pill.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';
import { When } from '../../ui/loading/When.tsx';
import { outcomeHandlers } from '../../ui/toasts/outcome.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { type Direction, useDecide } from './queries.ts';
import { texts } from './texts.ts';

const looks: Record<TransferStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'info', icon: Clock },
  accepted: { tone: 'success', icon: Check },
  declined: { tone: 'neutral', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Undo2 },
  expired: { tone: 'neutral', icon: Ban },
};

function Status({ status, expiresAt }: Transfer) {
  const t = useTexts(texts);
  const format = useFormat();
  const { tone, icon: Icon } = looks[status];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Pill tone={tone} icon={<Icon size={14} strokeWidth={2} aria-hidden="true" />}>
        {t[status]}
      </Pill>
      {status === 'pending' && (
        <time dateTime={expiresAt} title={format.moment(expiresAt)} className="text-sm text-text-3">
          {t.until(format.day(expiresAt))}
        </time>
      )}
    </span>
  );
}

function Contents({ contents }: Transfer) {
  const t = useTexts(texts);
  const format = useFormat();
  const kinds = ['sources', 'conversations', 'checks'] as const;
  const shown = kinds.filter((kind) => kind !== 'checks' || contents.checks > 0);
  return (
    <span className="text-text-2">
      {shown.map((kind) => t[kind](contents[kind], format.number(contents[kind]))).join(', ')}
      {contents.bytes > 0 && ` (${format.size(contents.bytes)})`}
    </span>
  );
}

function Decision({ transfer, onAccept }: { transfer: Transfer; onAccept: (transfer: Transfer) => void }) {
  const t = useTexts(texts);
  const isIncoming = transfer.direction === 'incoming';
  const close = useDecide(isIncoming ? 'decline' : 'cancel');
  const { name } = transfer.chatbot;
  if (transfer.status !== 'pending')
    return transfer.decidedAt && <When at={transfer.decidedAt} className="text-text-2" />;
  const told = outcomeHandlers(isIncoming ? t.declineFailed : t.takeBackFailed);
  const run = () =>
    close.mutate(transfer.id, {
      ...told,
      onSuccess: () => {
        told.onSuccess();
        showToast({ tone: 'success', title: isIncoming ? t.didDecline(name) : t.tookBack(name) });
      },
    });
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start md:whitespace-nowrap">
      {isIncoming && (
        <Button size="sm" look="primary" aria-label={t.acceptOf(name)} onClick={() => onAccept(transfer)}>
          {t.accept}
        </Button>
      )}
      <Button
        size="sm"
        busy={close.isPending}
        aria-label={isIncoming ? t.declineOf(name) : t.takeBackOf(name)}
        onClick={run}
      >
        {isIncoming ? t.decline : t.takeBack}
      </Button>
    </span>
  );
}

/** Offers in one direction, a row each. */
export function TransferTable({
  direction,
  rows,
  sort,
  onSort,
  onAccept,
}: {
  direction: Direction;
  rows: readonly Transfer[];
  sort: TransferSort;
  onSort: (sort: TransferSort) => void;
  onAccept: (transfer: Transfer) => void;
}) {
  const t = useTexts(texts);
  const columns: Column<Transfer>[] = [
    {
      key: 'chatbot',
      header: t.chatbot,
      sort: 'name',
      names: true,
      cell: ({ chatbot }) =>
        chatbot.id === undefined ? (
          <span dir="auto" className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
            {chatbot.name}
          </span>
        ) : (
          <Link
            to={`/chatbots/${chatbot.id}/personnaliser`}
            dir="auto"
            className="line-clamp-2 font-medium text-text [overflow-wrap:anywhere] hover:underline"
          >
            {chatbot.name}
          </Link>
        ),
    },
    {
      key: 'email',
      header: direction === 'incoming' ? t.from : t.to,
      sort: 'email',
      className: 'md:w-1/4',
      cell: ({ email, name }) => (
        <span className="flex min-w-0 flex-col max-md:text-end [overflow-wrap:anywhere]">
          {name !== null && <span dir="auto">{name}</span>}
          <span className={name === null ? undefined : 'text-sm text-text-3'}>{email}</span>
        </span>
      ),
    },
    { key: 'contents', header: t.contents, cell: (transfer) => <Contents {...transfer} /> },
    {
      key: 'offered',
      header: t.offered,
      sort: 'createdAt',
      className: 'md:@max-[56rem]:hidden',
      cell: ({ createdAt }) => <When at={createdAt} className="text-text-2" />,
    },
    { key: 'status', header: t.status, cell: (transfer) => <Status {...transfer} /> },
    {
      key: 'decision',
      header: t.decision,
      cell: (transfer) => <Decision transfer={transfer} onAccept={onAccept} />,
    },
  ];
  return (
    <div className="@container">
      <Table
        caption={t[direction]}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={(next) => onSort(next as TransferSort)}
      />
    </div>
  );
}
