import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { FlaskConical } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { showToast } from '../../../../ui/toasts/toasts.ts';
import { useSourcesView } from '../../address.ts';
import { texts } from '../../texts.ts';
import { uploads } from '../../uploads/list.ts';
import { usePageDrop } from '../../uploads/page-drop.ts';
import { useTakeFiles } from '../../uploads/take-files.ts';
import { AddButton, besideOnPhones } from './AddButton.tsx';
import { AddDialog } from './AddDialog.tsx';
import { ListFilters } from './ListFilters.tsx';
import { useListAddress } from './list-address.ts';
import { useReadyNews } from './ready-news.ts';
import { SourcesHead, SourceTiles } from './SourcesHead.tsx';
import { SourcesPanel } from './SourcesPanel.tsx';
import { useSelectedSources } from './selected-sources.ts';
import { useSourceList } from './source-list.ts';

const UploadTray = onDemand(() => import('../../uploads/UploadTray.tsx').then((file) => file.UploadTray));
const DropOverlay = onDemand(() => import('../../uploads/DropOverlay.tsx').then((file) => file.DropOverlay));
const SelectionBar = onDemand(() => import('./SelectionBar.tsx').then((file) => file.SelectionBar));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
const accept = '.pdf,.txt,.docx,.xlsx,.csv';

/** The list of a chatbot's sources. */
export function Sources({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { test } = useSourcesView();
  const address = useListAddress();
  const { kind, put, putKind } = address;
  const sources = useSourceList(chatbot.id, address);
  const selected = useSelectedSources(chatbot.id, address, sources);
  const sending = useStore(uploads).filter(({ chatbotId }) => chatbotId === chatbot.id);
  const { taken, takeFiles } = useTakeFiles(chatbot.id);
  const [dialog, setDialog] = useState<typeof kind>();
  const picker = useRef<HTMLInputElement>(null);
  const searchField = useRef<HTMLInputElement>(null);

  useReadyNews(kind === 'file' ? sources.loaded : undefined, (ready) =>
    showToast({
      tone: 'success',
      title: t.firstReady(ready),
      action: { label: t.test, run: () => put('test', '1') },
    }),
  );
  const addFiles = (files: Iterable<File>) => {
    if (kind !== 'file') putKind('file');
    void takeFiles(files);
  };
  const dragging = usePageDrop(addFiles);

  const tab = (of: typeof kind, label: string) => {
    const count = sources.countOf(of);
    return { value: of, label, count: count === undefined ? '' : format.number(count) };
  };

  return (
    <div className="min-h-full">
      <Page>
        <SourcesHead
          chatbot={chatbot}
          sources={sources}
          actions={
            <>
              <Button
                look="quiet"
                className={besideOnPhones}
                icon={<FlaskConical {...icon} />}
                aria-expanded={test}
                onClick={() => put('test', test ? '' : '1')}
              >
                {t.test}
              </Button>
              <AddButton kind="url" onAdd={setDialog} />
              <AddButton kind="file" onAdd={setDialog} />
            </>
          }
        />
        <input
          ref={picker}
          type="file"
          multiple
          accept={accept}
          className="hidden"
          onChange={(event) => {
            addFiles(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <SourceTiles sources={sources} kind={kind} onKind={putKind} />
        {sending.length > 0 && dialog !== 'file' && (
          <UploadTray list={sending} listedAt={sources.list.dataUpdatedAt} taken={taken} />
        )}
        <Tabs
          label={t.kinds}
          value={kind}
          onChange={putKind}
          tabs={[tab('file', t.files), tab('url', t.urls), tab('answer', t.answers)]}
          aside={<ListFilters address={address} searchField={searchField} />}
        >
          <TabPanel value={kind}>
            <SourcesPanel
              chatbotId={chatbot.id}
              address={address}
              sources={sources}
              selected={selected}
              addButton={<AddButton kind={kind} onAdd={setDialog} />}
              onClearFilters={() => {
                searchField.current?.focus();
                address.clearFilters();
              }}
            />
          </TabPanel>
        </Tabs>
        {selected.count > 0 && (
          <SelectionBar
            count={selected.count}
            total={sources.total}
            onAll={selected.chooseAll}
            onSync={kind === 'answer' ? undefined : selected.sync}
            syncing={selected.isSyncing}
            onDelete={selected.delete}
            onClear={selected.clear}
          />
        )}
      </Page>

      {dragging && <DropOverlay />}
      {dialog && (
        <AddDialog
          kind={dialog}
          chatbotId={chatbot.id}
          onChooseFiles={() => picker.current?.click()}
          onFiles={addFiles}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}
