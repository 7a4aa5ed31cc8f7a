import type { Crawl } from '@parlance/contract/endpoints/crawls';
import {
  CircleCheck,
  CirclePause,
  CircleX,
  ListChecks,
  Network,
  Play,
  RefreshCw,
  Square,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useAgo, useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { Pill, type Tone } from '../../../ui/display/Pill.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { Failure } from '../source/Failure.tsx';
import { texts as sourceTexts } from '../texts.ts';
import { CrawlMenu, type CrawlMenuProps } from './CrawlMenu.tsx';
import { useCrawlActions } from './queries.ts';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const looks: Record<Crawl['status'], { tone: Tone; icon: ReactNode }> = {
  running: { tone: 'info', icon: <Spinner size={16} /> },
  stopped: { tone: 'neutral', icon: <CirclePause {...icon} /> },
  done: { tone: 'success', icon: <CircleCheck {...icon} /> },
  error: { tone: 'danger', icon: <CircleX {...icon} /> },
};

/** How far a crawl has come, and what became of its pages. */
function useFigures(crawl: Crawl) {
  const t = useTexts(texts);
  const format = useFormat();
  const ago = useAgo();
  const { found, read, waiting, skipped, failedCount, finishedAt } = crawl;
  // Of a whole that is known: what was left out lies partly beyond it.
  const progress = found > 0 ? t.readOf(format.number(read), format.number(found), found) : '';
  const figures = [
    waiting > 0 ? progress : found > 0 ? t.read(format.number(read), read) : '',
    skipped > 0 ? t.skipped(format.number(skipped), skipped) : '',
    failedCount > 0 ? t.failed(format.number(failedCount)) : '',
    crawl.schedule === 'daily' ? t.eachDay : crawl.schedule === 'weekly' ? t.eachWeek : '',
    finishedAt && crawl.status !== 'running' ? ago(finishedAt) : '',
  ].filter((part) => part !== '');
  return { progress, figures };
}

/** A sitemap or a crawled site in the list. */
export function CrawlEntry({ crawl, ...doing }: CrawlMenuProps) {
  const t = useTexts(texts);
  const s = useTexts(sourceTexts);
  const { stop, resume } = useCrawlActions();
  const { id: crawlId, url, kind, status, found, waiting } = crawl;
  const isRunning = status === 'running';
  const place = useRef<HTMLLIElement>(null);
  const goOn = () =>
    resume.mutate(crawlId, {
      ...outcomeHandlers(t.resumeFailed),
      onSuccess() {
        reportOutcome(t.resumeFailed).succeeded();
        // The button beside an error goes with it.
        if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
      },
    });
  const Kind = kind === 'sitemap' ? ListChecks : Network;
  const { progress, figures } = useFigures(crawl);
  return (
    <li ref={place} className="relative flex flex-col gap-2.5 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <span className="flex min-w-0 flex-1 basis-72 items-center gap-3">
          <Kind {...icon} size={20} className="shrink-0 text-text-3" />
          <span className="flex min-w-0 flex-col">
            <span className="truncate text-md font-medium" title={url}>
              {url}
            </span>
            <span className="text-sm text-text-3 tabular">
              {[kind === 'sitemap' ? t.sitemap : t.site, ...figures].join(' · ')}
            </span>
          </span>
        </span>
        <span className="flex items-center gap-2 max-sm:w-full">
          <Pill {...looks[status]}>{t[status]}</Pill>
          <span className="flex-1" />
          {isRunning ? (
            <Button
              size="sm"
              busy={stop.isPending}
              icon={<Square {...icon} />}
              onClick={() => stop.mutate(crawlId, outcomeHandlers(t.stopFailed))}
            >
              {t.stop}
            </Button>
          ) : (
            !crawl.error && (
              <Button
                size="sm"
                busy={resume.isPending}
                icon={status === 'done' ? <RefreshCw {...icon} /> : <Play {...icon} />}
                onClick={goOn}
              >
                {status === 'done' ? t.again : t.resume}
              </Button>
            )
          )}
          <CrawlMenu crawl={crawl} {...doing} />
        </span>
      </div>
      {isRunning && (
        // In the margin: where it ends, nothing below may move.
        <div className="absolute inset-x-4 bottom-1">
          <ProgressBar
            label={t.progress(url)}
            share={found === 0 ? 0 : 1 - waiting / found}
            valueText={progress}
          />
        </div>
      )}
      {crawl.error && (
        <Failure
          error={crawl.error}
          url={url}
          actions={
            <Button size="sm" busy={resume.isPending} icon={<RefreshCw {...icon} />} onClick={goOn}>
              {s.retry}
            </Button>
          }
        />
      )}
    </li>
  );
}
