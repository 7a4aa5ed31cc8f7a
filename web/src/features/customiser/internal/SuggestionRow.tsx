import { limits } from '@parlance/contract/limits';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClasses } from '../../../ui/fields/Field.tsx';
import { internalTexts } from '../internal-texts.ts';
import type { useOrder } from './use-order.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** One suggested question: its grip, its field and its buttons. */
export function SuggestionRow({
  at,
  text,
  order,
  onType,
  onLeave,
  onRemove,
}: {
  at: number;
  text: string;
  order: ReturnType<typeof useOrder>;
  onType: (text: string) => void;
  onLeave: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(internalTexts);
  return (
    <li
      data-place={at}
      className={cx(
        'flex flex-wrap items-center justify-end gap-x-1 gap-y-1 rounded-2 @md:flex-nowrap',
        order.dragged === at && 'bg-hover shadow-2',
      )}
    >
      <span
        {...order.grip(at)}
        title={t.drag}
        className={cx(
          'flex h-10 w-7 shrink-0 touch-none items-center justify-center text-text-3 hover:text-text',
          order.dragged !== undefined ? 'cursor-grabbing' : 'cursor-grab',
        )}
      >
        <GripVertical {...icon} size={18} />
      </span>
      <input
        aria-label={t.suggestion(at + 1)}
        value={text}
        maxLength={limits.suggestions.length}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => onType(target.value)}
        onBlur={onLeave}
        className={cx(controlClasses, 'h-10 w-auto flex-1 touch-target')}
      />
      <span className="flex basis-full justify-end gap-1 @md:basis-auto">
        <IconButton
          size="sm"
          data-way={-1}
          label={t.moveUp(at + 1)}
          aria-disabled={at === 0}
          onClick={() => order.moveByButton(at, -1)}
        >
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton
          size="sm"
          data-way={1}
          label={t.moveDown(at + 1)}
          aria-disabled={at === order.shown.length - 1}
          onClick={() => order.moveByButton(at, 1)}
        >
          <ArrowDown {...icon} />
        </IconButton>
        <IconButton size="sm" label={t.remove(at + 1)} onClick={onRemove}>
          <Trash2 {...icon} />
        </IconButton>
      </span>
    </li>
  );
}
