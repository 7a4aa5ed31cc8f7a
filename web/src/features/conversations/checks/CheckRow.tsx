import type { Check } from '@parlance/contract/endpoints/checks';
import { CircleCheck, CircleDashed, Ellipsis, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Menu, MenuItem } from '../../../ui/menus/Menu.tsx';
import { checkTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

function State({ passed }: { passed: Check['passed'] }) {
  const t = useTexts(checkTexts);
  if (passed === null) return <Pill icon={<CircleDashed {...icon} size={16} />}>{t.notYet}</Pill>;
  return passed ? (
    <Pill tone="success" icon={<CircleCheck {...icon} size={16} />}>
      {t.holds}
    </Pill>
  ) : (
    <Pill tone="warning" icon={<TriangleAlert {...icon} size={16} />}>
      {t.failing}
    </Pill>
  );
}

/** A question, what its answer must contain, and whether it did. */
export function CheckRow({
  check,
  onEdit,
  onDelete,
}: {
  check: Check;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useTexts(checkTexts);
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p dir="auto" className="font-medium text-text [overflow-wrap:anywhere]">
          {check.question}
        </p>
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-text-3">{t.mustContain}</span>
          {check.mustContain.map((text, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order, and may be equal
              key={at}
              dir="auto"
              className="max-w-full rounded-full bg-sunken px-2.5 py-0.5 text-text-2 [overflow-wrap:anywhere]"
            >
              {text}
            </span>
          ))}
        </div>
        <div className="sm:hidden">
          <State passed={check.passed} />
        </div>
      </div>
      <div className="max-sm:hidden">
        <State passed={check.passed} />
      </div>
      <Menu
        label={t.actionsOf(check.question)}
        trigger={
          <IconButton label={t.actionsOf(check.question)} size="sm" tooltip={false}>
            <Ellipsis {...icon} />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil {...icon} />} onSelect={onEdit}>
          {t.edit}
        </MenuItem>
        <MenuItem danger icon={<Trash2 {...icon} />} onSelect={onDelete}>
          {t.delete}
        </MenuItem>
      </Menu>
    </li>
  );
}
