import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pageCode } from '../../../lib/browser/code.ts';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { Page } from '../../../ui/layout/Page.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { ChatbotPage } from '../../chatbots/parts/ChatbotPage.tsx';
import { useSourcesView } from '../address.ts';

const Sources = pageCode(() => import('./DataSources/DataSources.tsx').then((file) => file.Sources));
const OpenedSource = onDemand(() =>
  import('./OpenedSource/OpenedSource.tsx').then((file) => file.OpenedSource),
);
const TestChatbot = onDemand(() => import('./TestChatbot/TestChatbot.tsx').then((file) => file.TestChatbot));

export function SourcesScreen() {
  return <ChatbotPage>{(chatbot) => <Frame key={chatbot.id} chatbot={chatbot} />}</ChatbotPage>;
}

/** The list of a chatbot's sources or, when the address names one, that source; the test of the chatbot beside. */
function Frame({ chatbot }: { chatbot: Chatbot }) {
  const { source, test, to } = useSourcesView();
  const navigate = useNavigate();
  const isBeside = useMedia('(min-width: 80rem)');
  const before = useRef(source);
  useEffect(() => {
    if (before.current === source) return;
    before.current = source;
    if (source === undefined) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [source]);
  const loading = (
    <Page>
      <AfterPause>
        <Skeleton className="h-10 w-64 rounded-2" />
        <Skeleton className="h-72 w-full rounded-3" />
      </AfterPause>
    </Page>
  );
  return (
    <div className={test && isBeside ? 'grid min-h-full grid-cols-[minmax(0,1fr)_25rem]' : 'min-h-full'}>
      <Suspense fallback={loading}>
        {source === undefined ? (
          <Sources chatbot={chatbot} />
        ) : (
          <OpenedSource
            chatbot={chatbot}
            sourceId={source}
            fallback={loading}
            onFailed={() => void navigate(to({ source: undefined }), { replace: true })}
          />
        )}
      </Suspense>
      {test && (
        <TestChatbot
          chatbot={chatbot}
          isBeside={isBeside}
          onClose={() => void navigate(to({ test: false }), { replace: true, preventScrollReset: true })}
        />
      )}
    </div>
  );
}
