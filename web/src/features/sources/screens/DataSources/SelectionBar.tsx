import { RefreshCw, Trash2, X } from 'lucide-react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { selectionTexts } from '../../selection-texts.ts';
import { texts } from '../../texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What can be done with the sources that are ticked; floats, so that nothing moves when it comes. */
export function SelectionBar({
  count,
  total,
  onAll,
  onSync,
  syncing,
  onDelete,
  onClear,
}: {
  count: number;
  /** The number of sources that match the filter. */
  total: number;
  onAll: () => void;
  /** Absent where there is nothing to be read again. */
  onSync: (() => void) | undefined;
  syncing: boolean;
  onDelete: () => void;
  onClear: () => void;
}) {
  const t = useTexts(texts);
  const bar = useTexts(selectionTexts);
  const format = useFormat();
  return (
    <div className="pointer-events-none sticky bottom-4 z-(--z-sticky) flex justify-center">
      <section
        aria-label={t.selection}
        className="enter-fade pointer-events-auto relative flex max-w-full flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-3 border border-line bg-raised py-2 ps-4 pe-12 shadow-2"
      >
        <p role="status" className="tabular text-md font-strong">
          {bar.selected(format.number(count), count)}
        </p>
        {count < total && (
          <Button size="sm" look="quiet" onClick={onAll}>
            {bar.selectMatching(format.number(total))}
          </Button>
        )}
        <span className="flex flex-wrap items-center justify-center gap-2">
          {onSync && (
            <Button size="sm" busy={syncing} icon={<RefreshCw {...icon} />} onClick={onSync}>
              {t.sync}
            </Button>
          )}
          <Button size="sm" icon={<Trash2 {...icon} />} onClick={onDelete} className="text-danger-text">
            {t.delete}
          </Button>
        </span>
        <IconButton label={bar.clearSelection} size="sm" className="absolute end-2 top-2" onClick={onClear}>
          <X {...icon} size={18} />
        </IconButton>
      </section>
    </div>
  );
}
