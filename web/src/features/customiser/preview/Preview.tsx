import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import type { Editing } from '../editing/draft.ts';
import { type PreviewChoice, PreviewControls } from './PreviewControls.tsx';
import { usePreviewPort } from './port.ts';
import { AddressBar, LoadFailure } from './StageParts.tsx';
import { previewTexts } from './texts.ts';
import { useScene } from './use-scene.ts';

/** Pixels of a page so wide that it shows the widget as a computer does: beside the page, not over it. */
const desktopWidth = 560;
const phone = { width: 375, height: 740 };

/** The size of an element, as it changes. */
function useSize() {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [place, size] as const;
}

/** The widget that visitors get, on a stage, as the draft has it; it answers for real. */
export function Preview({ editing }: { editing: Editing }) {
  const t = useTexts(previewTexts);
  const [choice, setChoice] = useState<PreviewChoice>(() => ({
    device: matchMedia('(max-width: 40rem)').matches ? 'phone' : 'desktop',
    look: 'light',
    state: 'welcome',
  }));
  const [place, stage] = useSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const scene = useScene(editing, choice.state, choice.look === 'dark');
  const { chatbot, draft } = editing;
  const [isFailed, setIsFailed] = useState(false);
  const { onLoad } = usePreviewPort(frame, {
    chatbot,
    draft,
    scene,
    onSave: () => void editing.save(),
    onFailed: () => setIsFailed(true),
  });
  const retry = () => {
    setIsFailed(false);
    frame.current?.setAttribute('src', '/embed/preview');
  };

  // The phone is as large as the stage is high: its own width follows.
  const fit = Math.min(1, stage.height / phone.height || 1);
  const isPhone = choice.device === 'phone';
  const width = isPhone ? phone.width : Math.max(stage.width, desktopWidth);
  const height = isPhone ? phone.height : 0;
  const scale = isPhone ? fit : stage.width / width;
  return (
    <section aria-label={t.preview} className="flex h-full min-h-0 flex-col gap-3">
      <PreviewControls choice={choice} onChange={setChoice} />
      <div
        className={cx(
          'flex min-h-0 flex-1 flex-col overflow-hidden border border-line bg-sunken shadow-2',
          isPhone ? 'mx-auto rounded-[1.75rem]' : 'rounded-3',
        )}
      >
        {!isPhone && <AddressBar host={chatbot.seenOn?.host ?? draft.allowedDomains[0] ?? t.site} />}
        <div
          ref={place}
          className="relative min-h-0 flex-1 overflow-hidden"
          style={isPhone ? { width: width * fit } : undefined}
        >
          {isFailed && <LoadFailure onRetry={retry} />}
          <iframe
            ref={frame}
            onLoad={onLoad}
            src="/embed/preview"
            title={t.frame}
            className="absolute start-0 top-0 origin-top-left border-0"
            style={{
              width,
              height: isPhone ? height : stage.height / (scale || 1),
              transform: scale === 1 ? undefined : `scale(${scale})`,
            }}
          />
        </div>
      </div>
      <p className="text-sm text-text-3">{t.charged}</p>
    </section>
  );
}
