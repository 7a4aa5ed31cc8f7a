import type { Source } from '@parlance/contract/endpoints/sources';
import { Download, Ellipsis, ExternalLink, FileText, PenLine, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLine } from '../../../ui/menus/Menu.tsx';
import { outcomeHandlers, showOutcome } from '../../../ui/toasts/outcome.ts';
import { downloadSource, useSyncSource, useUpdateSource } from '../queries.ts';
import { texts } from '../texts.ts';
import { useSchedules } from './schedules.ts';

const ChangeAnswer = onDemand(() =>
  import('../../answers/writing/ChangeAnswer.tsx').then((file) => file.ChangeAnswer),
);

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function SourceMenu({
  source,
  onOpen,
  onDelete,
}: {
  source: Source;
  /** Absent where it is open. */
  onOpen?: () => void;
  onDelete: () => void;
}) {
  const t = useTexts(texts);
  const schedules = useSchedules();
  const sync = useSyncSource();
  const update = useUpdateSource();
  const [isWriting, setIsWriting] = useState(false);
  const { id: sourceId, chatbotId, kind, name, url } = source;
  const change = (part: Partial<Pick<Source, 'schedule' | 'ignoreHeader' | 'ignoreFooter'>>) =>
    update.mutate({ sourceId, ...part }, outcomeHandlers(t.changeFailed));
  // What was just chosen shows at once.
  const shown = { ...source, ...(update.isPending ? update.variables : {}) };
  const file = kind === 'file' && (
    <MenuItem
      icon={<Download {...icon} />}
      onSelect={() => void showOutcome(t.downloadFailed, downloadSource(source))}
    >
      {t.download}
    </MenuItem>
  );
  const menu = (
    <Menu
      label={t.actionsOf(name)}
      trigger={
        <IconButton label={t.actionsOf(name)} size="sm">
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      {onOpen && (
        <MenuItem icon={<FileText {...icon} />} onSelect={onOpen}>
          {t.seePassages}
        </MenuItem>
      )}
      {kind === 'answer' ? (
        <MenuItem icon={<PenLine {...icon} />} onSelect={() => setIsWriting(true)}>
          {t.changeAnswer}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<RefreshCw {...icon} />}
          onSelect={() => sync.mutate({ sourceId }, outcomeHandlers(t.syncFailed))}
        >
          {t.sync}
        </MenuItem>
      )}
      {url === undefined ? (
        file
      ) : (
        <>
          <MenuItem
            icon={<ExternalLink {...icon} />}
            onSelect={() => open(url, '_blank', 'noopener,noreferrer')}
          >
            {t.open}
          </MenuItem>
          <MenuLine />
          <MenuChoice
            label={t.schedule}
            value={shown.schedule}
            options={schedules}
            onChange={(schedule) => change({ schedule })}
          />
          <MenuLine />
          <MenuCheck checked={shown.ignoreHeader} onChange={(ignoreHeader) => change({ ignoreHeader })}>
            {t.ignoreHeader}
          </MenuCheck>
          <MenuCheck checked={shown.ignoreFooter} onChange={(ignoreFooter) => change({ ignoreFooter })}>
            {t.ignoreFooter}
          </MenuCheck>
        </>
      )}
      <MenuLine />
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={onDelete}>
        {t.delete}
      </MenuItem>
    </Menu>
  );
  return (
    <>
      {menu}
      {isWriting && (
        <ChangeAnswer
          writing={{ chatbotId, sourceId, question: name, answer: '' }}
          onClose={() => setIsWriting(false)}
        />
      )}
    </>
  );
}
