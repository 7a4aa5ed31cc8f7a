import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { usePrefetchQuery } from '@tanstack/react-query';
import { ExternalLink, Eye, Library, Redo2, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBlocker, useSearchParams } from 'react-router';
import { isTypedIn } from '../../../../lib/browser/shortcuts.ts';
import { useMedia } from '../../../../lib/browser/use-media.ts';
import { configQuery } from '../../../../lib/calls/config.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Drawer } from '../../../../ui/dialogs/Drawer.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { AfterPause, Skeleton } from '../../../../ui/loading/Skeleton.tsx';
import { useNoticeRead } from '../../../chatbots/creation.ts';
import { ChatbotPage } from '../../../chatbots/parts/ChatbotPage.tsx';
import { texts as chatbotTexts } from '../../../chatbots/texts.ts';
import { useEditing } from '../../editing/use-editing.ts';
import { previewTexts } from '../../preview/texts.ts';
import { texts } from '../../texts.ts';
import { ChatbotHead } from './ChatbotHead.tsx';
import { SaveBar } from './SaveBar.tsx';

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
type Tab = keyof typeof panels;

const tabsOf = (chatbot: Chatbot): readonly Tab[] =>
  chatbot.platform === 'website' ? ['visual', 'internal', 'integration'] : ['internal'];

/** Where a field can be mended. */
const tabOf = (path: string): Tab => {
  if (path === 'name' || path.startsWith('appearance')) return 'visual';
  return path.startsWith('allow') ? 'integration' : 'internal';
};

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What has focus stands clear of the head above and the save bar below. */
const clear =
  '[&_:is(input,button,a,select,textarea,summary)]:scroll-my-28 lg:[&_:is(input,button,a,select,textarea,summary)]:scroll-my-36';

/** Three of them leave room for the name, and share two lines on a phone. */
const action = 'max-xl:min-h-8 max-xl:px-3 max-xl:text-sm';

/** How a chatbot looks, answers and gets onto a site. */
export function Customiser() {
  // With the chatbot, not after it: what depends on both would come late and push the rest down.
  usePrefetchQuery(configQuery);
  return <ChatbotPage>{(chatbot) => <Frame key={chatbot.id} chatbot={chatbot} />}</ChatbotPage>;
}

function Frame({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const p = useTexts(previewTexts);
  const c = useTexts(chatbotTexts);
  const noticeRead = useNoticeRead();
  const w = useTexts(words);
  const isWide = useMedia('(min-width: 64rem)');
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const editing = useEditing(chatbot);
  const [address, setAddress] = useSearchParams();
  const content = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  const attended = useRef(0);
  const [asked, setAsked] = useState(0);
  const tabs = tabsOf(chatbot);
  const tab = tabs.find((one) => one === address.get('tab')) ?? tabs[0] ?? 'internal';
  const show = (next: Tab) =>
    setAddress(
      (before) => {
        if (next === tabs[0]) before.delete('tab');
        else before.set('tab', next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const Panel = panels[tab];

  const save = async () => {
    const isSaved = await editing.save();
    if (!isSaved) setRefusals((before) => before + 1);
    return isSaved;
  };
  // After a refusal is drawn: to what must be chosen, or to the first field to mend, on whatever tab it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, when its tab stands
  useEffect(() => {
    if (refusals === attended.current) return;
    const wrong = Object.keys(editing.errors).map(tabOf);
    const home = wrong[0] === undefined || wrong.includes(tab) ? tab : wrong[0];
    if (editing.both.length === 0 && home !== tab && tabs.includes(home)) return show(home);
    attended.current = refusals;
    if (editing.both.length > 0) setAsked(refusals);
    else content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, tab]);

  const hasConflicts = editing.both.length > 0;
  useEffect(() => {
    if (!hasConflicts) setAsked(0);
  }, [hasConflicts]);

  const { isDirty } = editing;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) {
        event.preventDefault();
        if (isDirty) void save();
      } else if ((key === 'z' || key === 'y') && !isTypedIn(event.target)) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) editing.redo();
        else editing.undo();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  const isWebsite = chatbot.platform === 'website';
  const isBeside = isWide && tab === 'visual';
  const shared = { ...editing, save };
  const head = (
    <ChatbotHead
      chatbot={chatbot}
      name={editing.draft.name}
      actions={
        <>
          {isWebsite && !isBeside && (
            <Button
              className={action}
              icon={<Eye {...icon} />}
              aria-haspopup="dialog"
              onClick={() => setIsPreviewOpen(true)}
            >
              {p.open}
            </Button>
          )}
          <ButtonLink
            className={action}
            to={`/chatbots/${chatbot.id}/data-sources`}
            icon={<Library {...icon} />}
          >
            {t.openSources}
          </ButtonLink>
          {isWebsite && (
            <ButtonLink
              className={action}
              to={`/embed/${chatbot.publicId}`}
              reloadDocument
              target="_blank"
              icon={<ExternalLink {...icon} />}
            >
              {t.openTest}
            </ButtonLink>
          )}
        </>
      }
    />
  );
  return (
    <div className="flex min-h-full flex-col gap-5 px-4 pt-5 pb-6 md:px-6 lg:px-7 lg:pt-0">
      <Tabs
        head={head}
        label={t.tabs}
        value={tab}
        onChange={show}
        tabs={tabs.map((value) => ({ value, label: t[value] }))}
        aside={
          <div className="flex gap-1">
            <IconButton
              label={t.undo}
              aria-keyshortcuts="Control+Z Meta+Z"
              aria-disabled={!editing.canUndo}
              onClick={editing.undo}
            >
              <Undo2 {...icon} />
            </IconButton>
            <IconButton
              label={t.redo}
              aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
              aria-disabled={!editing.canRedo}
              onClick={editing.redo}
            >
              <Redo2 {...icon} />
            </IconButton>
          </div>
        }
      >
        {chatbot.error && <Alert tone="danger">{chatbot.error}</Alert>}
        {chatbot.creation === 'warning' && chatbot.creationNotice && (
          <Alert
            tone="warning"
            action={
              <Button size="sm" onClick={() => noticeRead(chatbot.id)}>
                {c.noticeRead}
              </Button>
            }
          >
            {chatbot.creationNotice}
          </Alert>
        )}
        {hasConflicts && <Conflicts editing={editing} asked={asked} />}
        <TabPanel value={tab}>
          <div
            className={isBeside ? 'grid grid-cols-[minmax(17rem,27rem)_minmax(22rem,1fr)] gap-6' : undefined}
          >
            <div ref={content} className={cx('flex min-w-0 flex-col gap-5', clear)}>
              <Panel
                key={tab}
                editing={shared}
                onFailed={() => tabs[0] && show(tabs[0])}
                fallback={
                  <AfterPause>
                    <Skeleton className="h-96 w-full rounded-3" />
                  </AfterPause>
                }
              />
              {isDirty && (
                <div className="sticky bottom-4 z-(--z-sticky) w-full max-w-xl">
                  <SaveBar editing={editing} onSave={() => void save()} />
                </div>
              )}
            </div>
            {isBeside && (
              <div className="sticky top-36 h-[calc(100dvh-10rem)] min-h-96 self-start">
                <Preview
                  editing={shared}
                  fallback={
                    <AfterPause>
                      <Skeleton className="h-full w-full rounded-3" />
                    </AfterPause>
                  }
                />
              </div>
            )}
          </div>
        </TabPanel>
      </Tabs>
      <Drawer
        open={isPreviewOpen && !isBeside}
        onOpenChange={setIsPreviewOpen}
        title={p.preview}
        side="end"
        className="w-[40rem] max-w-full bg-canvas p-4"
      >
        <div className="flex items-center justify-between gap-3 pb-3">
          <h2 className="display-type text-lg">{p.preview}</h2>
          <IconButton label={w.close} tooltip={false} onClick={() => setIsPreviewOpen(false)}>
            <X {...icon} size={20} />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1">
          <Preview editing={shared} onFailed={() => setIsPreviewOpen(false)} />
        </div>
      </Drawer>
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
