import { type Transfer, type TransferSort, transferSorts } from '@parlance/contract/endpoints/transfers';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { useInfiniteQuery } from '../../lib/queries/query.ts';
import { refetchIntervalMs, useRowChanges } from '../../lib/queries/row-changes.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHead } from '../../ui/layout/PageHead.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../ui/loading/Skeleton.tsx';
import { SortMenu } from '../../ui/menus/SortMenu.tsx';
import { type Direction, transfersQuery } from './queries.ts';
import { TransferTable } from './TransferTable.tsx';
import { texts } from './texts.ts';

const OfferDialog = onDemand(() => import('./OfferDialog.tsx').then((file) => file.OfferDialog));
const AcceptDialog = onDemand(() => import('./AcceptDialog.tsx').then((file) => file.AcceptDialog));

/** How a transfer goes, where there is none yet. */
function HowItWorks({ direction }: { direction: Direction }) {
  const t = useTexts(texts);
  const steps = direction === 'outgoing' ? [t.howOffer, t.howAccept, t.howMove] : [t.howReceive, t.howMove];
  return (
    <EmptyState title={direction === 'outgoing' ? t.emptyOutgoing : t.emptyIncoming}>
      <ol className="mt-2 flex list-decimal flex-col gap-2 ps-5 text-start">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </EmptyState>
  );
}

/** Offers that still fit a screen: beyond, there is a search. */
const searchableRows = 10;
const newestFirst: TransferSort = '-createdAt';

/** The screen of transfers: chatbots offered by the account, and to it. */
export function Transfers() {
  const t = useTexts(texts);
  const [address, setAddress] = useSearchParams();
  const direction: Direction = address.get('tab') === 'incoming' ? 'incoming' : 'outgoing';
  const chosen = address.get('chatbot');
  const search = address.get('q') ?? '';
  const wanted = address.get('sort') as TransferSort;
  const sort = transferSorts.includes(wanted) ? wanted : newestFirst;
  const [accepting, setAccepting] = useState<Transfer>();
  const liveness = useRowChanges({ table: 'transfers', queryKey: ['transfers'] });
  const refetchInterval = refetchIntervalMs(liveness, false);
  const list = useInfiniteQuery({
    ...transfersQuery(direction, search, sort),
    refetchInterval,
    // In another order, the table stays until it has come, and the head that was pressed with it.
    placeholderData: (before, of) => (of?.queryKey[2] === direction ? before : undefined),
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const put = (values: { tab?: Direction; chatbot?: string; q?: string; sort?: TransferSort }) =>
    setAddress(
      {
        ...((values.tab ?? direction) === 'incoming' ? { tab: 'incoming' } : {}),
        ...((values.q ?? search) === '' || values.tab ? {} : { q: values.q ?? search }),
        ...((values.sort ?? sort) === newestFirst ? {} : { sort: values.sort ?? sort }),
        ...(values.chatbot === undefined ? {} : { chatbot: values.chatbot }),
      },
      { replace: true, preventScrollReset: true },
    );
  const offer = (
    <Button
      look="primary"
      icon={<ArrowRightLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => put({ chatbot: '' })}
    >
      {t.offer}
    </Button>
  );
  const isEmpty = list.isSuccess && !list.isPlaceholderData && rows.length === 0 && search === '';
  return (
    <Page>
      <PageHead
        title={t.title}
        description={t.description}
        // There from the first: what goes away once nothing is found would move the rest.
        actions={offer}
      />
      <Tabs
        label={t.directions}
        value={direction}
        onChange={(tab) => put({ tab })}
        tabs={[
          { value: 'outgoing', label: t.outgoing },
          { value: 'incoming', label: t.incoming },
        ]}
      >
        <TabPanel value={direction}>
          <div className="flex flex-col gap-4">
            {(rows.length >= searchableRows || search !== '') && (
              <div className="flex items-center gap-3">
                <SearchInput
                  label={t.search}
                  clearLabel={t.clearSearch}
                  value={search}
                  onChange={(q) => put({ q })}
                  maxLength={100}
                  className="min-w-0 flex-1 sm:max-w-80"
                />
                <div className="md:hidden">
                  <SortMenu
                    label={t.sort}
                    value={sort}
                    sorts={{
                      '-createdAt': t.newestFirst,
                      createdAt: t.oldestFirst,
                      name: t.byName,
                      '-name': t.byNameDown,
                      email: t.byAddress,
                      '-email': t.byAddressDown,
                    }}
                    onChange={(next) => put({ sort: next })}
                  />
                </div>
              </div>
            )}
            {list.isError && rows.length === 0 && (
              <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
            )}
            {list.isPending && <TableSkeleton rows={3} />}
            {isEmpty && <HowItWorks direction={direction} />}
            {list.isSuccess && rows.length === 0 && search !== '' && (
              <p role="status" className="py-6 text-center text-text-2">
                {t.noMatch}
              </p>
            )}
            {rows.length > 0 && (
              <TransferTable
                {...{ direction, rows, sort }}
                onSort={(next) => put({ sort: next })}
                onAccept={setAccepting}
              />
            )}
            <LoadMore list={list} />
          </div>
        </TabPanel>
      </Tabs>
      {chosen !== null && <OfferDialog chatbotId={chosen} onClose={() => put({})} />}
      {accepting && <AcceptDialog transfer={accepting} onClose={() => setAccepting(undefined)} />}
    </Page>
  );
}
