import type { Crawl } from '@parlance/contract/endpoints/crawls';
import { Ellipsis, FileText, ListFilter, Trash2 } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLine } from '../../../ui/menus/Menu.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { useSchedules } from '../source/schedules.ts';
import { texts as sourceTexts } from '../texts.ts';
import { useCrawlActions } from './queries.ts';
import { texts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface CrawlMenuProps {
  crawl: Crawl;
  /** Whether the table shows its pages alone. */
  isShown: boolean;
  onShow: () => void;
  onReport: () => void;
  onDelete: () => void;
}

export function CrawlMenu({ crawl, isShown, onShow, onReport, onDelete }: CrawlMenuProps) {
  const t = useTexts(texts);
  const s = useTexts(sourceTexts);
  const schedules = useSchedules();
  const { update } = useCrawlActions();
  const shown = { ...crawl, ...(update.isPending ? update.variables : {}) };
  const change = (part: Partial<Pick<Crawl, 'schedule' | 'ignoreHeader' | 'ignoreFooter'>>) =>
    update.mutate({ crawlId: crawl.id, ...part }, outcomeHandlers(s.changeFailed));
  return (
    <Menu
      label={s.actionsOf(crawl.url)}
      trigger={
        <IconButton label={s.actionsOf(crawl.url)} size="sm">
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem icon={<ListFilter {...icon} />} onSelect={onShow}>
        {isShown ? t.showAll : t.showPages}
      </MenuItem>
      <MenuItem icon={<FileText {...icon} />} onSelect={onReport}>
        {t.report}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={s.schedule}
        value={shown.schedule}
        options={schedules}
        onChange={(schedule) => change({ schedule })}
      />
      <MenuLine />
      <MenuCheck checked={shown.ignoreHeader} onChange={(ignoreHeader) => change({ ignoreHeader })}>
        {s.ignoreHeader}
      </MenuCheck>
      <MenuCheck checked={shown.ignoreFooter} onChange={(ignoreFooter) => change({ ignoreFooter })}>
        {s.ignoreFooter}
      </MenuCheck>
      <MenuLine />
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={onDelete}>
        {t.deleteAll}
      </MenuItem>
    </Menu>
  );
}
