import { Redo2, Undo2 } from 'lucide-react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import type { FullEditing } from '../../editing/use-editing.ts';
import { texts } from '../../texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The buttons that undo the last change, and make it again. */
export function HistoryButtons({ editing }: { editing: FullEditing }) {
  const t = useTexts(texts);
  return (
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
  );
}
