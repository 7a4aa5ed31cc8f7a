import { ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { cx } from '../../../ui/cx.ts';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { isOnItsWay, shareSent, uploads } from './list.ts';
import { resumeKeptUploads } from './sending.ts';
import { texts } from './texts.ts';
import { UploadList } from './UploadList.tsx';
import { UploadSummary } from './UploadTray.tsx';

/** The uploads, on every other screen than that of their chatbot's sources. */
export function UploadStrip() {
  const t = useTexts(texts);
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void resumeKeptUploads(), []);
  const elsewhere = useStore(uploads).filter(
    (one) => (isOnItsWay(one) || one.mayRetry) && !isSourcesOf(one.chatbotId, pathname),
  );
  const [first] = elsewhere;
  if (!first) return null;
  return (
    <section
      aria-label={t.uploads}
      className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-(--z-sticky) rounded-3 border border-line bg-raised shadow-2 sm:end-auto sm:w-96 md:start-[calc(var(--size-rail-narrow)+1.5rem)] lg:start-[calc(var(--size-rail)+1.5rem)]"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-3 rounded-3 px-4 py-3 text-start text-md font-strong touch-target"
      >
        <span className="min-w-0 flex-1">
          <UploadSummary list={elsewhere} />
        </span>
        <ChevronUp
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={cx('shrink-0 motion-fast', isOpen && 'rotate-180')}
        />
      </button>
      {elsewhere.some(isOnItsWay) && (
        <div className="px-4 pb-3">
          <ProgressBar label={t.uploads} share={shareSent(elsewhere)} />
        </div>
      )}
      {isOpen && (
        <div className="max-h-72 overflow-y-auto border-t border-line px-4 pb-3">
          <UploadList list={elsewhere} />
          <Link
            to={`/chatbots/${first.chatbotId}/data-sources`}
            className="text-md font-strong text-accent-text hover:underline"
          >
            {t.toSources}
          </Link>
        </div>
      )}
    </section>
  );
}

/**
 * Whether an address is of a chatbot's data sources, which all name it; no other screen of it says what it feeds on.
 */
const isSourcesOf = (chatbotId: string, pathname: string) =>
  pathname.includes(chatbotId) && /\/(data-?sources?)(\/|$)/.test(pathname);
