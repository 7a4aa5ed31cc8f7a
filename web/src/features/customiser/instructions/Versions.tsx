import { type Chatbot, listVersions, type SystemMessageVersion } from '@parlance/contract/endpoints/chatbots';
import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { compareWords, type Part } from '../../answers/comparing/differences.ts';
import { internalTexts } from '../internal-texts.ts';

const looks: Record<Part['in'], string> = {
  both: '',
  first: 'rounded-1 bg-danger-soft text-danger-text line-through',
  second: 'rounded-1 bg-accent-soft text-accent-text underline',
};
const tags = { both: 'span', first: 'del', second: 'ins' } as const;

/** What an earlier text becomes in the present one: struck out what went, underlined what came. */
function Difference({ before, now }: { before: string; now: string }) {
  const parts = useMemo(() => compareWords(before, now), [before, now]);
  return (
    <p dir="auto" className="text-sm whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">
      {parts.map((part, at) => {
        const Tag = tags[part.in];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <Tag key={at} className={looks[part.in]}>
            {part.text}
          </Tag>
        );
      })}
    </p>
  );
}

function Version({
  version,
  current,
  onTake,
}: {
  version: SystemMessageVersion;
  current: string;
  onTake: (text: string) => void;
}) {
  const t = useTexts(internalTexts);
  const format = useFormat();
  const { systemMessage } = version;
  const isSame = systemMessage === current;
  return (
    <li className="flex flex-col gap-2 border-t border-line py-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-strong text-text">{t.until(format.moment(version.at))}</h3>
        {!isSame && (
          <Button
            size="sm"
            icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />}
            aria-label={`${t.restore} — ${t.until(format.moment(version.at))}`}
            onClick={() => onTake(systemMessage)}
          >
            {t.restore}
          </Button>
        )}
      </div>
      {systemMessage === '' ? (
        <p className="text-sm text-text-3">{t.emptyMessage}</p>
      ) : (
        <p dir="auto" className="line-clamp-4 text-sm whitespace-pre-line text-text [overflow-wrap:anywhere]">
          {systemMessage}
        </p>
      )}
      {isSame ? (
        <p className="text-sm text-text-3">{t.identical}</p>
      ) : (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-sm font-medium text-accent-text">
            {t.compared}
          </summary>
          <div className="mt-2 max-h-80 overflow-y-auto rounded-2 border border-line bg-surface p-3">
            <Difference before={systemMessage} now={current} />
          </div>
        </details>
      )}
    </li>
  );
}

/** Earlier system messages; one that is taken goes into the draft, to be tried and saved. */
export function Versions({
  chatbot,
  current,
  onTake,
  onClose,
}: {
  chatbot: Chatbot;
  current: string;
  onTake: (text: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(internalTexts);
  const w = useTexts(words);
  const list = useInfiniteQuery({
    // A save makes a version.
    queryKey: ['chatbots', 'versions', chatbot.id, chatbot.updatedAt],
    queryFn: ({ pageParam, signal }) =>
      call(listVersions, {
        params: { chatbotId: chatbot.id },
        query: { limit: '10', cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const versions = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.versionsTitle}
      description={t.versionsDescription}
      closeLabel={w.close}
      size="lg"
    >
      {list.isError && !versions ? (
        <LoadFailure title={t.versionsFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : !versions ? (
        <AfterPause>
          <Skeleton className="h-40 w-full rounded-2" />
        </AfterPause>
      ) : versions.length === 0 ? (
        <p className="text-md text-text-2">{t.noVersions}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <ol className="flex flex-col">
            {versions.map((version) => (
              <Version key={version.version} version={version} current={current} onTake={onTake} />
            ))}
          </ol>
          <LoadMore list={list} />
        </div>
      )}
    </Dialog>
  );
}
