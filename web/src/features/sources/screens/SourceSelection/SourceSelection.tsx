import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { useAgo } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useInfiniteQuery } from '../../../../lib/queries/query.ts';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { PageHead } from '../../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { ChatbotMark } from '../../../chatbots/parts/ChatbotMark.tsx';
import { NoChatbot } from '../../../chatbots/parts/NoChatbot.tsx';
import { chatbotsQuery } from '../../../chatbots/queries.ts';
import { texts } from '../../texts.ts';
import { selectionTexts } from './texts.ts';

const cards = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3';

/** Asks which chatbot to feed; with only one there is nothing to ask. */
export function SourceSelection() {
  const t = useTexts(texts);
  const s = useTexts(selectionTexts);
  const ago = useAgo();
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery({
    ...chatbotsQuery(useDeferredValue(search), 'name'),
    placeholderData: (before) => before,
  });
  const chatbots = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [only] = chatbots;
  if (only && chatbots.length === 1 && search === '' && !list.isPlaceholderData) {
    return <Navigate replace to={`/chatbots/${only.id}/data-sources`} />;
  }
  const isEmpty = list.isSuccess && chatbots.length === 0 && search === '';
  return (
    <Page>
      <PageHead title={s.selectionTitle} description={isEmpty ? undefined : s.selectionDescription} />
      {list.isError && chatbots.length === 0 && (
        <LoadFailure title={s.selectionFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isEmpty ? (
        <NoChatbot title={s.selectionEmpty} />
      ) : (
        <>
          <SearchInput
            label={s.searchChatbot}
            clearLabel={t.clearSearch}
            value={search}
            onChange={setSearch}
            className="w-full sm:max-w-80"
          />
          {list.isPending && (
            <AfterPause>
              <div className={cards}>
                <Skeleton className="h-19 rounded-3" />
                <Skeleton className="h-19 rounded-3" />
                <Skeleton className="h-19 rounded-3" />
              </div>
            </AfterPause>
          )}
          {list.isSuccess && chatbots.length === 0 && (
            <p role="status" className="py-8 text-center text-text-2">
              {s.noChatbotMatches}
            </p>
          )}
          <ul className={cards}>
            {chatbots.map((chatbot) => (
              <li key={chatbot.id}>
                <Link
                  to={`/chatbots/${chatbot.id}/data-sources`}
                  className="flex items-center gap-3 rounded-3 border border-line bg-surface p-4 motion-fast hover:bg-hover"
                >
                  <ChatbotMark {...chatbot} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium" title={chatbot.name}>
                      {chatbot.name}
                    </span>
                    <span className="block text-sm text-text-3">
                      {chatbot.lastSyncAt ? s.lastSynced(ago(chatbot.lastSyncAt)) : s.nothingRead}
                    </span>
                  </span>
                  <ChevronRight
                    size={18}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className="text-text-3 rtl:rotate-180"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <LoadMore list={list} />
    </Page>
  );
}
