import type { Source } from '@parlance/contract/endpoints/sources';
import { Info, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { useSyncSource, useUpdateSource } from '../queries.ts';
import { texts } from '../texts.ts';
import { Failure } from './Failure.tsx';
import { useFocusHandedOn } from './focus.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Whether a notice only says how a source was read; the others ask for a decision. */
const isForInformation = (code: Source['notices'][number]['code']) =>
  code === 'pages_recognised' || code === 'hidden_sheets';

/** The notice under a source's row: why it could not be read, or what its reading has to say. */
export function SourceDetail({ source, onDelete }: { source: Source; onDelete: () => void }) {
  const t = useTexts(texts);
  const sync = useSyncSource();
  const update = useUpdateSource();
  const { id, error, notices } = source;
  const place = useRef<HTMLDivElement>(null);
  useFocusHandedOn(place, id);
  const readAgain = (accept?: boolean) =>
    sync.mutate({ sourceId: id, ...(accept ? { accept } : {}) }, outcomeHandlers(t.syncFailed));
  return (
    <div ref={place} className="flex flex-col gap-2">
      {error && (
        <Failure
          error={error}
          url={source.url}
          actions={
            <Button
              size="sm"
              busy={sync.isPending}
              icon={<RefreshCw {...icon} />}
              onClick={() => readAgain()}
            >
              {t.retry}
            </Button>
          }
        />
      )}
      {notices.map(({ code, message }) => {
        const isInformation = isForInformation(code);
        const Icon = isInformation ? Info : TriangleAlert;
        return (
          <div
            key={code}
            className={cx(
              'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2 px-4 text-sm text-text-2 forced-colors:border',
              isInformation ? 'bg-sunken py-2' : 'bg-warning-soft py-2.5',
            )}
          >
            <span className="flex min-w-0 flex-1 basis-64 gap-3">
              <Icon
                {...icon}
                size={18}
                className={cx('shrink-0', isInformation ? 'text-text-3' : 'text-warning-text')}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
            </span>
            {code === 'kept_previous' && (
              <Button size="sm" busy={sync.isPending} onClick={() => readAgain(true)}>
                {t.takeNew}
              </Button>
            )}
            {code === 'missing_from_sitemap' && (
              <span className="flex gap-2">
                <Button
                  size="sm"
                  busy={update.isPending}
                  onClick={() => update.mutate({ sourceId: id, keep: true }, outcomeHandlers(t.changeFailed))}
                >
                  {t.keep}
                </Button>
                <Button size="sm" look="quiet" onClick={onDelete}>
                  {t.delete}
                </Button>
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
