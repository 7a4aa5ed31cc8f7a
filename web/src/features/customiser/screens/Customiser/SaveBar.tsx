import { useLayoutEffect, useRef } from 'react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Dot } from '../../../../ui/display/Pill.tsx';
import { showToast } from '../../../../ui/toasts/toasts.ts';
import type { FullEditing } from '../../editing/use-editing.ts';
import { texts } from '../../texts.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The bar at the bottom while something is unsaved. */
export function SaveBar({ editing, onSave }: { editing: FullEditing; onSave: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const count = editing.changes.length;
  const place = useRef<HTMLElement>(null);
  // When it goes, the keyboard must not fall out of the page with it.
  useLayoutEffect(() => {
    const bar = place.current;
    return () => {
      if (bar?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  const discard = () => {
    editing.discard();
    showToast({ tone: 'info', title: t.discarded, action: { label: w.undo, run: editing.undo } });
  };
  return (
    <section
      ref={place}
      aria-label={t.unsaved}
      data-bottom-bar=""
      className="speech flex flex-wrap items-center justify-between gap-x-2 gap-y-2 border border-line bg-raised py-2.5 ps-3.5 pe-2.5 shadow-3 [--speech-size:var(--radius-3)]"
    >
      <p role="status" className="flex items-center gap-2 text-sm font-strong text-text">
        <Dot tone="warning" />
        <span className="max-sm:visually-hidden">{t.changes(format.number(count), count > 1)}</span>
        {/* On phones one line: how many says enough beside the buttons. */}
        <span aria-hidden="true" className="tabular sm:hidden">
          {format.number(count)}
        </span>
      </p>
      <div className="ms-auto flex gap-1">
        <Button size="sm" look="quiet" onClick={discard}>
          {t.discard}
        </Button>
        <Button look="primary" busy={editing.isSaving} onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          {t.save}
          <span
            aria-hidden="true"
            className="ms-1.5 text-xs font-regular max-sm:hidden pointer-coarse:hidden"
          >
            {isMac ? '⌘ S' : 'Ctrl S'}
          </span>
        </Button>
      </div>
    </section>
  );
}
