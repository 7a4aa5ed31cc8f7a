import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { isOnItsWay, uploads } from './list.ts';
import { StorageLeft } from './StorageLeft.tsx';
import { texts } from './texts.ts';
import { UploadList } from './UploadList.tsx';
import { UploadSummary } from './UploadTray.tsx';

/** The dialog in which files are chosen, with what is left to fill; uploads go on when it is closed. */
export function UploadDialog({
  chatbotId,
  onChoose,
  onFiles,
  onClose,
}: {
  chatbotId: string;
  onChoose: () => void;
  onFiles: (files: Iterable<File>) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [dragging, setDragging] = useState(false);
  const list = useStore(uploads).filter((one) => one.chatbotId === chatbotId);
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      // The page takes drops as well.
      event.stopPropagation();
      setDragging(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      event.stopPropagation();
      setDragging(false);
      onFiles(event.dataTransfer.files);
    },
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={t.description}
      closeLabel={w.close}
      initialFocus={() => document.querySelector<HTMLElement>('[data-choose-files]')}
    >
      <div className="flex flex-col gap-4 pb-5" {...drop}>
        <div
          className={cx(
            'speech flex flex-col items-center gap-3 border border-dashed px-5 py-8 text-center motion-fast',
            dragging ? 'border-accent-strong bg-accent-soft' : 'border-line-control',
          )}
        >
          <FileUp size={28} strokeWidth={1.75} aria-hidden="true" className="text-accent-text" />
          {dragging ? (
            <p className="flex min-h-10 items-center text-md font-strong">{t.dropHere}</p>
          ) : (
            <Button look="primary" data-choose-files="" onClick={onChoose}>
              {t.choose}
            </Button>
          )}
          <p className="text-sm text-text-2">{t.orDrop}</p>
        </div>
        <p className="text-sm text-text-2">
          <StorageLeft comparing />
        </p>
        {list.length > 0 && (
          <section aria-label={t.uploads}>
            <h3 className="text-md font-strong">
              <UploadSummary list={list} />
            </h3>
            <UploadList list={list} />
            {list.some(isOnItsWay) && <p className="pt-2 text-sm text-text-3">{t.goesOn}</p>}
          </section>
        )}
      </div>
    </Dialog>
  );
}
