import type { Source } from '@parlance/contract/endpoints/sources';
import { CircleCheck, CircleX, Clock, TextSearch } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { Pill, type Tone } from '../../../ui/display/Pill.tsx';
import { texts } from '../texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const looks: Record<Source['status'], { tone: Tone; icon: React.ReactNode }> = {
  pending: { tone: 'neutral', icon: <Clock {...icon} /> },
  processing: { tone: 'info', icon: <Spinner size={16} /> },
  processed: { tone: 'info', icon: <TextSearch {...icon} /> },
  ready: { tone: 'success', icon: <CircleCheck {...icon} /> },
  error: { tone: 'danger', icon: <CircleX {...icon} /> },
};

/** A source's state, with its true progress while it is read. */
export function SourceStatus({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { status, progress } = source;
  const share = progress && progress.total > 0 ? progress.done / progress.total : undefined;
  const isReading = status === 'processing' && share !== undefined;
  return (
    <span className="inline-flex flex-col gap-1.5">
      <Pill {...looks[status]}>
        {t[status]}
        {isReading && <span className="tabular"> {format.percent(share)}</span>}
      </Pill>
      {isReading && <ProgressBar label={t.progress(source.name)} share={share} />}
    </span>
  );
}
