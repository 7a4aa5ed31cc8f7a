import { ArrowRightLeft, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { runWhenIdle } from '../../../../lib/browser/when-idle.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useQuery } from '../../../../lib/queries/query.ts';
import { usageQuery } from '../../../../lib/queries/usage.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { PageHead } from '../../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../../ui/loading/Skeleton.tsx';
import { texts } from '../../texts.ts';
import { ChatbotTable } from './ChatbotTable.tsx';
import { useChatbotList } from './chatbot-list.ts';
import { ListFilters } from './ListFilters.tsx';
import { useListAddress } from './list-address.ts';
import type { Open } from './RowMenu.tsx';

// Overlays come with their first use, and what only a new account sees with its first look.
const dialogs = () => import('./ChatbotDialogs.ts');
const CreateChatbot = onDemand(() => dialogs().then((file) => file.CreateChatbot));
const RenameChatbot = onDemand(() => dialogs().then((file) => file.RenameChatbot));
const DuplicateChatbot = onDemand(() => dialogs().then((file) => file.DuplicateChatbot));
const DeleteChatbot = onDemand(() => dialogs().then((file) => file.DeleteChatbot));
const OffersNotice = onDemand(() => import('../../parts/OffersNotice.tsx').then((file) => file.OffersNotice));
const FirstChatbot = onDemand(() => import('./FirstChatbot.tsx').then((file) => file.FirstChatbot));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Chatbots() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const address = useListAddress();
  const { search, sort, platform, asksToCreate, put } = address;
  const [open, setOpen] = useState<Open>();
  const { list, rows, hasPlatforms } = useChatbotList(address);
  const { data: usage } = useQuery(usageQuery);
  const limit = usage?.chatbots.limit;
  const full = limit != null && usage && usage.chatbots.used >= limit ? limit : undefined;
  const isFiltered = search !== '' || platform !== undefined;
  const isEmpty = list.isSuccess && rows.length === 0 && !isFiltered;

  useEffect(() => runWhenIdle(() => dialogs().catch(() => {})), []);
  useEffect(() => {
    if (!asksToCreate || list.isPending) return;
    // Where there is none yet, the form stands on the page.
    if (!isEmpty) setOpen({ what: 'create' });
  }, [asksToCreate, list.isPending, isEmpty]);
  const close = () => {
    setOpen(undefined);
    if (asksToCreate) put({ create: '' });
  };

  return (
    <Page>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <>
            <Button icon={<ArrowRightLeft {...icon} />} onClick={() => navigate('/admin/transfers')}>
              {t.transfers}
            </Button>
            {!isEmpty && (
              <Button
                data-tour="create"
                look="primary"
                icon={<Plus {...icon} />}
                onClick={() => setOpen({ what: 'create' })}
              >
                {t.create}
              </Button>
            )}
          </>
        }
      />
      <OffersNotice />
      {!isEmpty && <ListFilters address={address} hasPlatforms={hasPlatforms} />}
      {list.isError && rows.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <TableSkeleton />}
      {isEmpty && full === undefined && <FirstChatbot focused={asksToCreate} />}
      {isEmpty && full !== undefined && (
        <Alert tone="warning" action={<PlanButton size="sm" limit="chatbots" />}>
          {t.limitReached(full)}
        </Alert>
      )}
      {list.isSuccess && rows.length === 0 && isFiltered && (
        <div className="flex flex-col items-center gap-3 py-8 text-text-2">
          <p role="status">{t.noMatch}</p>
          <Button onClick={() => put({ q: '', platform: '' })}>{t.clearFilters}</Button>
        </div>
      )}
      {rows.length > 0 && (
        <div data-tour="chatbots">
          <ChatbotTable rows={rows} sort={sort} onSort={(next) => put({ sort: next })} onOpen={setOpen} />
        </div>
      )}
      <LoadMore list={list} />
      {open?.what === 'create' && <CreateChatbot limit={full} onClose={close} />}
      {open?.what === 'rename' && <RenameChatbot chatbot={open.chatbot} onClose={close} />}
      {open?.what === 'duplicate' && <DuplicateChatbot chatbot={open.chatbot} limit={full} onClose={close} />}
      {open?.what === 'delete' && <DeleteChatbot chatbot={open.chatbot} onClose={close} />}
    </Page>
  );
}
