import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import {
  ArrowRightLeft,
  Copy,
  Ellipsis,
  ExternalLink,
  Library,
  MessagesSquare,
  Palette,
  Pause,
  Pencil,
  Play,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../../lib/language/texts.ts';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menus/Menu.tsx';
import { outcomeHandlers } from '../../../../ui/toasts/outcome.ts';
import { PlatformGlyph } from '../../parts/PlatformGlyph.tsx';
import { useSetStatus } from '../../queries.ts';
import { texts } from '../../texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Which dialog is open, and of which chatbot. */
export type Open = { what: 'create' } | { what: 'rename' | 'duplicate' | 'delete'; chatbot: Chatbot };

/** What can be done with a chatbot, from its row. */
export function RowMenu({ chatbot, onOpen }: { chatbot: Chatbot; onOpen: (open: Open) => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const setStatus = useSetStatus();
  const isPaused = chatbot.status === 'paused';
  const toggle = () =>
    setStatus.mutate(
      { chatbot, status: isPaused ? 'active' : 'paused' },
      outcomeHandlers(isPaused ? t.resumeFailed(chatbot.name) : t.pauseFailed(chatbot.name)),
    );
  return (
    <Menu
      label={t.actionsOf(chatbot.name)}
      trigger={
        <IconButton label={t.actionsOf(chatbot.name)} size="sm">
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Library {...icon} />}
        onSelect={() => navigate(`/chatbots/${chatbot.id}/data-sources`)}
      >
        {t.openSources}
      </MenuItem>
      <MenuItem
        icon={<Palette {...icon} />}
        onSelect={() => navigate(`/chatbots/${chatbot.id}/personnaliser`)}
      >
        {t.customise}
      </MenuItem>
      <MenuItem
        icon={<MessagesSquare {...icon} />}
        onSelect={() => navigate(`/summary?chatbot=${chatbot.id}`)}
      >
        {t.conversations}
      </MenuItem>
      {chatbot.platform === 'website' ? (
        <MenuItem
          icon={<ExternalLink {...icon} />}
          onSelect={() => window.open(`/embed/${chatbot.publicId}`, '_blank', 'noopener')}
        >
          {t.testPage}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<PlatformGlyph platform={chatbot.platform} size={18} />}
          onSelect={() => navigate(`/channels?channel=${chatbot.id}`)}
        >
          {t.seeChannel}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => onOpen({ what: 'rename', chatbot })}>
        {t.edit}
      </MenuItem>
      <MenuItem icon={<Copy {...icon} />} onSelect={() => onOpen({ what: 'duplicate', chatbot })}>
        {t.duplicate}
      </MenuItem>
      <MenuItem icon={isPaused ? <Play {...icon} /> : <Pause {...icon} />} onSelect={toggle}>
        {isPaused ? t.resume : t.pause}
      </MenuItem>
      <MenuItem
        icon={<ArrowRightLeft {...icon} />}
        onSelect={() => navigate(`/admin/transfers?chatbot=${chatbot.id}`)}
      >
        {t.transfer}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => onOpen({ what: 'delete', chatbot })}>
        {t.delete}
      </MenuItem>
    </Menu>
  );
}
