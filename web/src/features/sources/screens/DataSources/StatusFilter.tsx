import { type SourceStatus, sourceStatus } from '@parlance/contract/endpoints/sources';
import { useTexts } from '../../../../lib/language/texts.ts';
import { FilterMenu } from '../../../../ui/menus/FilterMenu.tsx';
import { texts } from '../../texts.ts';

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
    <FilterMenu
      isIconOnPhones
      label={t.status}
      value={value}
      options={[
        { value: '', label: t.anyStatus },
        ...statuses.map((status) => ({ value: status, label: t[status] })),
      ]}
      onChange={onChange}
    />
  );
}
