import type { Source } from '@parlance/contract/endpoints/sources';
import { ArrowLeft } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useAgo, useFormat } from '../../../../lib/language/format.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { FileKind } from '../../../../ui/display/Glyphs.tsx';
import { useSourcesView } from '../../address.ts';
import { kindOf } from '../../source/kind.ts';
import { SourceMenu } from '../../source/SourceMenu.tsx';
import { SourceStatus } from '../../source/SourceStatus.tsx';
import { openedTexts } from './texts.ts';

export function BackToSources() {
  const t = useTexts(openedTexts);
  const { to } = useSourcesView();
  return (
    <Link
      to={to({ source: undefined })}
      className="inline-flex w-fit items-center gap-1.5 rounded-1 text-sm font-medium text-accent-text hover:underline"
    >
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:rotate-180" />
      {t.back}
    </Link>
  );
}

/** What a source is called, what it holds, and what can be done with it. */
export function SourceHead({
  source,
  titleRef,
  onDelete,
}: {
  source: Source;
  titleRef: RefObject<HTMLHeadingElement | null>;
  onDelete: () => void;
}) {
  const t = useTexts(openedTexts);
  const format = useFormat();
  const ago = useAgo();
  const facts = [
    t.summary(
      format.number(source.passages),
      source.passages,
      format.number(source.storageTokens),
      source.storageTokens,
    ),
    ...(source.size > 0 && source.kind !== 'answer' ? [format.size(source.size)] : []),
    t.added(format.date(source.createdAt)),
    ...(source.url !== undefined && source.lastSyncAt ? [t.synced(ago(source.lastSyncAt))] : []),
  ];
  return (
    <header className="flex flex-col gap-3">
      <BackToSources />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="self-start">
          <FileKind kind={kindOf(source)} />
        </span>
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <h1
            ref={titleRef}
            tabIndex={-1}
            title={source.name}
            className="display-type line-clamp-3 text-xl text-text [overflow-wrap:anywhere]"
          >
            <bdi>{source.name}</bdi>
          </h1>
          {source.url !== undefined && source.url !== source.name && (
            <p className="line-clamp-3 text-sm text-text-2 [overflow-wrap:anywhere]" title={source.url}>
              {source.url}
            </p>
          )}
          <p className="text-sm text-text-2">{facts.join(' · ')}</p>
        </div>
        <SourceStatus source={source} />
        <SourceMenu source={source} onDelete={onDelete} />
      </div>
    </header>
  );
}
