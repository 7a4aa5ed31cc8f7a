import { RefreshCw, X } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FileKind } from '../../ui/Glyphs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/Meter.tsx';
import { texts } from './texts.ts';
import { cancelUpload, clearRefused, retryUpload, type Upload } from './uploads.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const kindOf = (name: string) => /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toLowerCase() ?? 'txt';

/** Files on their way, and those that were refused, each with its reason. */
export function UploadTray({ list }: { list: readonly Upload[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (list.length === 0) return null;
  return (
    <section aria-label={t.sending} className="rounded-3 border border-line bg-surface p-4">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h2 className="text-md font-strong">{t.sending}</h2>
        {list.some(({ state }) => state === 'refused') && (
          <Button size="sm" look="quiet" onClick={clearRefused}>
            {t.clearList}
          </Button>
        )}
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {list.map(({ id, file, state, share, message }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <FileKind kind={kindOf(file.name)} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-md font-medium">{file.name}</p>
              {state === 'refused' ? (
                <p role="alert" className="text-sm text-danger-text">
                  {message}
                </p>
              ) : state === 'sending' ? (
                <div className="flex items-center gap-3">
                  <div className="w-full max-w-60">
                    <ProgressBar label={t.sendingFile(file.name)} share={share} />
                  </div>
                  <span className="tabular text-sm text-text-3">{format.percent(share)}</span>
                </div>
              ) : (
                <p className="text-sm text-text-3">{t.waiting}</p>
              )}
            </div>
            <span className="tabular hidden text-sm text-text-3 sm:block">{format.size(file.size)}</span>
            {state === 'refused' && (
              <IconButton label={t.retry} size="sm" onClick={() => retryUpload(id)}>
                <RefreshCw {...icon} />
              </IconButton>
            )}
            <IconButton
              label={state === 'refused' ? t.dismiss(file.name) : t.cancelUpload(file.name)}
              size="sm"
              onClick={() => cancelUpload(id)}
            >
              <X {...icon} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
