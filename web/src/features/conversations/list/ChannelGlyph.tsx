import type { ConversationChannel } from '@parlance/contract/endpoints/conversations';
import { CodeXml } from 'lucide-react';
import { PlatformGlyph } from '../../chatbots/parts/PlatformGlyph.tsx';

/** The glyph of a channel, whose name stands beside it. */
export const ChannelGlyph = ({ channel, size }: { channel: ConversationChannel; size: number }) =>
  channel === 'api' ? (
    <CodeXml size={size} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  ) : (
    <PlatformGlyph platform={channel} size={size} />
  );
