import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { Source } from '@parlance/contract/endpoints/sources';
import { Database, Files, Globe, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Dot } from '../../../../ui/display/Pill.tsx';
import { Tile } from '../../../../ui/display/Tile.tsx';
import { PageHead } from '../../../../ui/layout/PageHead.tsx';
import { HelpTip } from '../../../help/HelpTip.tsx';
import { texts } from '../../texts.ts';
import type { SourceList, SourceStatistics } from './source-list.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** How far the reading of all sources has come, in a sentence. */
function useStanding() {
  const t = useTexts(texts);
  const format = useFormat();
  const timeLeft = (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    if (minutes >= 90) return t.hoursLeft(format.number(Math.round(minutes / 60)));
    return t.minutesLeft(format.number(minutes), minutes);
  };
  return ({ byStatus, secondsLeft }: SourceStatistics) => {
    const waiting = byStatus.pending + byStatus.processing;
    if (waiting > 0)
      return `${t.queue(format.number(waiting), waiting)}, ${secondsLeft === null ? t.takesMinutes : timeLeft(secondsLeft)}`;
    const read = byStatus.processed + byStatus.ready;
    const ended = [
      read > 0 ? t.read(format.number(read), read) : '',
      byStatus.error > 0 ? t.inError(format.number(byStatus.error)) : '',
    ];
    return ended.filter(Boolean).join(', ') || t.noneYet;
  };
}

export function SourcesHead({
  chatbot,
  sources: { isConnected, statistics },
  actions,
}: {
  chatbot: Chatbot;
  sources: SourceList;
  actions: ReactNode;
}) {
  const t = useTexts(texts);
  const standing = useStanding();
  return (
    <PageHead
      title={t.title}
      description={
        <span className="flex flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {chatbot.name}
            <span className="flex items-center gap-2 text-sm text-text-3">
              <Dot tone={isConnected ? 'success' : 'neutral'} />
              {isConnected ? t.connected : t.disconnected}
            </span>
          </span>
          {/* There from the start: what waits comes and goes, and must not push the page. */}
          <span className="tabular min-h-[1lh] text-sm text-text-3">
            {statistics && standing(statistics)} <HelpTip about="stages" />
          </span>
        </span>
      }
      actions={actions}
    />
  );
}

/** The figures over all of a chatbot's sources; two of them lead to the list of their kind. */
export function SourceTiles({
  sources: { statistics, countOf },
  kind,
  onKind,
}: {
  sources: SourceList;
  kind: Source['kind'];
  onKind: (kind: Source['kind']) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile
        icon={<Files {...icon} />}
        label={t.files}
        value={figure(countOf('file'))}
        current={kind === 'file'}
        onClick={() => onKind('file')}
      />
      <Tile
        icon={<Globe {...icon} />}
        label={t.urls}
        value={figure(countOf('url'))}
        current={kind === 'url'}
        onClick={() => onKind('url')}
      />
      <Tile
        icon={<Rows3 {...icon} />}
        label={t.passages}
        help={t.passagesHelp}
        tip={<HelpTip about="passages" />}
        value={figure(statistics?.passages)}
      />
      <Tile
        icon={<Database {...icon} />}
        label={t.storageTokens}
        help={t.storageTokensHelp}
        tip={<HelpTip about="storageTokens" />}
        value={figure(statistics?.storageTokens)}
      />
    </div>
  );
}
