import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { usePrefetchQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMedia } from '../../../../lib/browser/use-media.ts';
import { configQuery } from '../../../../lib/calls/config.ts';
import { useLeaveBlocker } from '../../../../lib/forms/leave-blocker.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { cx } from '../../../../ui/cx.ts';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { ChatbotPage } from '../../../chatbots/parts/ChatbotPage.tsx';
import { useEditing } from '../../editing/use-editing.ts';
import { texts } from '../../texts.ts';
import { ChatbotHead } from './ChatbotHead.tsx';
import { ChatbotNotices } from './ChatbotNotices.tsx';
import { HeadActions } from './HeadActions.tsx';
import { HistoryButtons } from './HistoryButtons.tsx';
import { PreviewDrawer } from './PreviewDrawer.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useEditingShortcuts, useSaving } from './use-saving.ts';
import { useTab } from './use-tab.ts';

const Preview = onDemand(() => import('../../preview/Preview.tsx').then((file) => file.Preview));
const Conflicts = onDemand(() => import('./Conflicts.tsx').then((file) => file.Conflicts));
const LeaveDialog = onDemand(() => import('./LeaveDialog.tsx').then((file) => file.LeaveDialog));

const panels = {
  visual: onDemand(() => import('../../visual/VisualTab.tsx').then((file) => file.VisualTab)),
  internal: onDemand(() => import('../../internal/InternalTab.tsx').then((file) => file.InternalTab)),
  integration: onDemand(() =>
    import('../../integration/IntegrationTab.tsx').then((file) => file.IntegrationTab),
  ),
};

/** What has focus stands clear of the head above and the save bar below. */
const clear =
  '[&_:is(input,button,a,select,textarea,summary)]:scroll-my-28 lg:[&_:is(input,button,a,select,textarea,summary)]:scroll-my-36';

/** How a chatbot looks, answers and gets onto a site. */
export function Customiser() {
  // With the chatbot, not after it: what depends on both would come late and push the rest down.
  usePrefetchQuery(configQuery);
  return <ChatbotPage>{(chatbot) => <Frame key={chatbot.id} chatbot={chatbot} />}</ChatbotPage>;
}

function Frame({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const isWide = useMedia('(min-width: 64rem)');
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const editing = useEditing(chatbot);
  const place = useTab(chatbot);
  const { save, asked } = useSaving(editing, place, content);
  const blocker = useLeaveBlocker(editing.isDirty);
  useEditingShortcuts(editing, save);

  const { tabs, tab, show } = place;
  const Panel = panels[tab];
  const isBeside = isWide && tab === 'visual';
  const shared = { ...editing, save };
  const openPreview = () => setIsPreviewOpen(true);
  return (
    <div className="flex min-h-full flex-col gap-5 px-4 pt-5 pb-6 md:px-6 lg:px-7 lg:pt-0">
      <Tabs
        head={
          <ChatbotHead
            chatbot={chatbot}
            name={editing.draft.name}
            actions={<HeadActions chatbot={chatbot} onPreview={isBeside ? undefined : openPreview} />}
          />
        }
        label={t.tabs}
        value={tab}
        onChange={show}
        tabs={tabs.map((value) => ({ value, label: t[value] }))}
        aside={<HistoryButtons editing={editing} />}
      >
        <ChatbotNotices chatbot={chatbot} />
        {editing.both.length > 0 && <Conflicts editing={editing} asked={asked} />}
        <TabPanel value={tab}>
          <div
            className={isBeside ? 'grid grid-cols-[minmax(17rem,27rem)_minmax(22rem,1fr)] gap-6' : undefined}
          >
            <div ref={content} data-tour="customise" className={cx('flex min-w-0 flex-col gap-5', clear)}>
              <Panel
                key={tab}
                editing={shared}
                onFailed={() => tabs[0] && show(tabs[0])}
                fallback={<Waiting className="h-96" />}
              />
              {editing.isDirty && (
                <div className="sticky bottom-4 z-(--z-sticky) w-full max-w-xl">
                  <SaveBar editing={editing} onSave={() => void save()} />
                </div>
              )}
            </div>
            {isBeside && (
              <div className="sticky top-36 h-[calc(100dvh-10rem)] min-h-96 self-start">
                <Preview editing={shared} fallback={<Waiting className="h-full" />} />
              </div>
            )}
          </div>
        </TabPanel>
      </Tabs>
      <PreviewDrawer open={isPreviewOpen && !isBeside} onOpenChange={setIsPreviewOpen}>
        <Preview editing={shared} onFailed={() => setIsPreviewOpen(false)} />
      </PreviewDrawer>
      {blocker.state === 'blocked' && (
        <LeaveDialog
          onFailed={() => blocker.reset()}
          isSaving={editing.isSaving}
          onStay={() => blocker.reset()}
          onLeave={() => {
            editing.discard();
            blocker.proceed();
          }}
          onSave={async () => {
            if (await save()) blocker.proceed();
            else blocker.reset();
          }}
        />
      )}
    </div>
  );
}

const Waiting = ({ className }: { className: string }) => (
  <AfterPause>
    <Skeleton className={cx(className, 'w-full rounded-3')} />
  </AfterPause>
);
