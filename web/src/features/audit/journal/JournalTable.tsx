import { operationTexts, tokenTypeTexts } from '@parlance/contract/display/operations';
import type { AnswerOf } from '@parlance/contract/endpoint';
import type { LedgerSort, listLedger } from '@parlance/contract/endpoints/usage';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { useAuditDates } from '../dates.ts';
import { useChatbotNames } from '../filters/chatbot-names.ts';
import { texts } from '../texts.ts';
import { Entry } from './Entry.tsx';

export type EntryRow = AnswerOf<typeof listLedger>['items'][number];

/** Entries, each of which opens to what it paid for. */
export function JournalTable({
  entries,
  timeZone,
  sort,
  onSort,
}: {
  entries: readonly EntryRow[];
  timeZone: string;
  sort: LedgerSort;
  onSort: (sort: string) => void;
}) {
  const t = useTexts(texts);
  const operations = useTexts(operationTexts);
  const types = useTexts(tokenTypeTexts);
  const format = useFormat();
  const { moment } = useAuditDates(timeZone);
  const { nameOf } = useChatbotNames();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const columns: Column<EntryRow>[] = [
    {
      key: 'at',
      header: t.date,
      names: true,
      sort: 'at',
      className: 'md:w-44! md:max-w-none! xl:w-68!',
      cell: ({ id, at }) => (
        <button
          type="button"
          aria-expanded={opened.has(id)}
          onClick={() => toggle(id)}
          className="flex min-h-6 items-center gap-2 rounded-1 text-start font-medium touch-target hover:underline"
        >
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className={cx('shrink-0 text-text-3 motion-fast', opened.has(id) && 'rotate-90')}
          />
          <time dateTime={at}>{moment(at)}</time>
        </button>
      ),
    },
    {
      key: 'operation',
      header: t.operation,
      sort: 'operation',
      className: 'md:w-32 xl:w-52',
      cell: ({ operation }) => operations[operation],
    },
    {
      key: 'chatbot',
      header: t.chatbot,
      sort: 'chatbot',
      // Whatever the others leave.
      className: 'md:max-w-0',
      cell: ({ chatbot }) => (
        <span
          dir="auto"
          title={nameOf(chatbot)}
          className="line-clamp-2 text-text-2 [overflow-wrap:anywhere] max-md:text-end"
        >
          {nameOf(chatbot)}
        </span>
      ),
    },
    {
      key: 'tokenType',
      header: t.type,
      sort: 'tokenType',
      className: 'md:w-26',
      cell: ({ tokenType }) => <span className="text-text-2">{types[tokenType]}</span>,
    },
    {
      key: 'tokens',
      header: t.tokens,
      sort: 'tokens',
      align: 'end',
      className: 'md:w-30',
      cell: ({ tokens }) => <span className="font-strong">{format.number(tokens)}</span>,
    },
  ];
  return (
    <Table
      caption={t.journal}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      detail={({ id }) => opened.has(id) && <Entry entryId={id} />}
    />
  );
}
