import { type SourceStatus, sourceStatus } from '@parlance/contract/sources';
import { ListFilter } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import { texts } from './texts.ts';

const statuses = sourceStatus.options as readonly SourceStatus[];

export function StatusFilter({
  value,
  onChange,
}: {
  value: SourceStatus | '';
  onChange: (value: SourceStatus | '') => void;
}) {
  const t = useTexts(texts);
  return (
    <Menu
      label={t.status}
      trigger={
        <Button icon={<ListFilter size={18} strokeWidth={1.75} aria-hidden="true" />}>
          {value === '' ? t.status : t[value]}
        </Button>
      }
    >
      <MenuChoice
        label={t.status}
        value={value === '' ? 'any' : value}
        options={[
          { value: 'any', label: t.anyStatus },
          ...statuses.map((status) => ({ value: status, label: t[status] })),
        ]}
        onChange={(next) => onChange(next === 'any' ? '' : (next as SourceStatus))}
      />
    </Menu>
  );
}
