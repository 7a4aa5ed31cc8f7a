import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dot } from '../../ui/Pill.tsx';
import { texts } from './texts.ts';
import type { FullEditing } from './use-editing.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Stands at the bottom while something is unsaved. */
export function SaveBar({ editing, onSave }: { editing: FullEditing; onSave: () => void }) {
  const t = useTexts(texts);
  const format = useFormat();
  const count = editing.changes.length;
  return (
    <section
      aria-label={t.unsaved}
      className="speech flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-line bg-raised py-2.5 ps-4 pe-2.5 shadow-3 [--speech-size:var(--radius-3)]"
    >
      <p role="status" className="flex items-center gap-2.5 text-md font-strong text-text">
        <Dot tone="warning" />
        {t.changes(format.number(count), count > 1)}
      </p>
      <div className="flex gap-2">
        <Button look="quiet" onClick={editing.discard}>
          {t.discard}
        </Button>
        <Button look="primary" busy={editing.isSaving} onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          {t.save}
          <span aria-hidden="true" className="ms-2 font-sans text-sm font-regular pointer-coarse:hidden">
            {isMac ? '⌘ S' : 'Ctrl S'}
          </span>
        </Button>
      </div>
    </section>
  );
}
