import { RefreshCw, X } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { PlanLink } from '../../../ui/buttons/PlanLink.tsx';
import { FileKind } from '../../../ui/display/Glyphs.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { kindOfFile } from '../source/kind.ts';
import type { Upload } from './list.ts';
import { cancelUpload, retryUpload } from './sending.ts';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Files on their way with their bytes, and those that were refused, each with its reason. */
export function UploadList({ list }: { list: readonly Upload[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (list.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {list.map(({ id, name, size, state, sent, knownAs, message, mayRetry, limit }) => (
        <li key={id} className="flex items-center gap-3 py-2.5">
          <FileKind kind={kindOfFile(name)} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-md font-medium" title={name}>
              <bdi>{name}</bdi>
            </p>
            {state === 'refused' ? (
              <p role="alert" className="text-sm text-danger-text">
                {message} {limit && <PlanLink limit={limit} />}
              </p>
            ) : state === 'sending' || state === 'interrupted' ? (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <div className="min-w-24 max-w-60 flex-1">
                  <ProgressBar label={t.sending(name)} share={sent / size} />
                </div>
                <span className="tabular whitespace-nowrap text-sm text-text-3">
                  {t.bytes(format.size(sent), format.size(size))}
                </span>
                {state === 'interrupted' && (
                  <span role="status" className="w-full text-sm text-warning-text">
                    {t.interrupted}
                  </span>
                )}
              </div>
            ) : (
              <p className="text-sm text-text-3 [overflow-wrap:anywhere]">
                {knownAs !== undefined
                  ? t.known(knownAs)
                  : `${state === 'sent' ? t.sent : t.waiting} · ${format.size(size)}`}
              </p>
            )}
          </div>
          {mayRetry && (
            <IconButton label={t.retry(name)} size="sm" onClick={() => retryUpload(id)}>
              <RefreshCw {...icon} />
            </IconButton>
          )}
          <IconButton
            label={state === 'refused' || state === 'sent' ? t.dismiss(name) : t.cancel(name)}
            size="sm"
            onClick={() => cancelUpload(id)}
          >
            <X {...icon} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
