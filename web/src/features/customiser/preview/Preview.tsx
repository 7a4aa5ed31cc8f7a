import { type PreviewScene, type PreviewState, previewStates } from '@parlance/contract/display/preview';
import { writeUnknownReply } from '@parlance/contract/display/unknown-reply';
import type { Citation } from '@parlance/contract/endpoints/embed';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { configQuery } from '../../../lib/calls/config.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import type { Editing } from '../editing/draft.ts';
import { colourKeys, isColour } from '../palettes.ts';
import { usePreviewPort } from './port.ts';
import { previewTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A page as wide as this shows the widget as a computer does: beside the page, not over it. */
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

/** What the frame is to show of the draft. */
function useScene({ chatbot, draft }: Editing, state: PreviewState, isDark: boolean): PreviewScene {
  const t = useTexts(previewTexts);
  const language = useLanguage();
  const { data: config } = useQuery(configQuery);
  const answers = config?.answers ?? 'quoted';
  return useMemo(() => {
    const appearance = { ...draft.appearance };
    // While a colour is being typed, the one before it stays.
    for (const key of colourKeys) if (!isColour(appearance[key])) appearance[key] = chatbot.appearance[key];
    const citation = (number: number, sourceName: string, page: number): Citation => ({
      number,
      passageId: chatbot.id,
      sourceName,
      position: { page },
      quote: t.sampleQuote,
    });
    const isUnknown = state === 'unanswered';
    return {
      publicId: chatbot.publicId,
      language,
      isDark,
      state,
      config: {
        name: draft.name.trim() || chatbot.name,
        language: draft.language,
        welcomeMessage: draft.welcomeMessage,
        suggestions: draft.suggestions.filter((text) => text.trim() !== ''),
        avatarUrl: chatbot.avatarUrl,
        appearance,
        contact: draft.contact,
        privacyUrl: draft.privacyUrl,
        answers,
      },
      sample: {
        question: isUnknown ? t.unknownQuestion : t.sampleQuestion,
        answer: isUnknown ? writeUnknownReply(language, draft) : t.sampleAnswer,
        mode: isUnknown ? 'unanswered' : answers,
        citations: isUnknown ? [] : [citation(1, t.sampleGuide, 4), citation(2, t.samplePrices, 2)],
      },
    };
  }, [chatbot, draft, state, isDark, language, answers, t]);
}

/** The widget that visitors get, on a stage, as the draft has it; it answers for real. */
export function Preview({ editing }: { editing: Editing }) {
  const t = useTexts(previewTexts);
  const w = useTexts(words);
  const [device, setDevice] = useState<'desktop' | 'phone'>(() =>
    matchMedia('(max-width: 40rem)').matches ? 'phone' : 'desktop',
  );
  const [look, setLook] = useState<'light' | 'dark'>('light');
  const [state, setState] = useState<PreviewState>('welcome');
  const [place, stage] = useSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const scene = useScene(editing, state, look === 'dark');
  const { chatbot, draft } = editing;
  const [isFailed, setIsFailed] = useState(false);
  const { onLoad } = usePreviewPort(frame, {
    chatbot,
    draft,
    scene,
    onSave: () => void editing.save(),
    onFailed: () => setIsFailed(true),
  });

  // The phone is as large as the stage is high: its own width follows.
  const fit = Math.min(1, stage.height / phone.height || 1);
  const isPhone = device === 'phone';
  const width = isPhone ? phone.width : Math.max(stage.width, desktopWidth);
  const height = isPhone ? phone.height : 0;
  const scale = isPhone ? fit : stage.width / width;
  return (
    <section aria-label={t.preview} className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex gap-2">
          <Segmented
            label={t.device}
            iconsOnly
            value={device}
            onChange={setDevice}
            options={[
              { value: 'desktop', label: t.desktop, icon: <Monitor {...icon} /> },
              { value: 'phone', label: t.phone, icon: <Smartphone {...icon} /> },
            ]}
          />
          <Segmented
            label={t.page}
            iconsOnly
            value={look}
            onChange={setLook}
            options={[
              { value: 'light', label: t.light, icon: <Sun {...icon} /> },
              { value: 'dark', label: t.dark, icon: <Moon {...icon} /> },
            ]}
          />
        </div>
        <Segmented
          label={t.state}
          value={state}
          onChange={setState}
          options={previewStates.map((value) => ({ value, label: t[value] }))}
        />
      </div>
      <div
        className={cx(
          'flex min-h-0 flex-1 flex-col overflow-hidden border border-line bg-sunken shadow-2',
          isPhone ? 'mx-auto rounded-[1.75rem]' : 'rounded-3',
        )}
      >
        {!isPhone && (
          <div
            aria-hidden="true"
            className="flex items-center gap-4 border-b border-line px-3 py-2 text-text-3"
          >
            <span className="flex gap-1.5">
              {['one', 'two', 'three'].map((dot) => (
                <i key={dot} className="size-2.5 rounded-full bg-line" />
              ))}
            </span>
            <span translate="no" className="truncate rounded-1 bg-surface px-3 py-0.5 text-xs">
              {chatbot.seenOn?.host ?? draft.allowedDomains[0] ?? t.site}
            </span>
          </div>
        )}
        <div
          ref={place}
          className="relative min-h-0 flex-1 overflow-hidden"
          style={isPhone ? { width: width * fit } : undefined}
        >
          {isFailed && (
            <div className="absolute inset-x-4 top-4 z-1">
              <Alert
                tone="danger"
                live
                title={t.failed}
                action={
                  <Button
                    size="sm"
                    onClick={() => {
                      setIsFailed(false);
                      frame.current?.setAttribute('src', '/embed/preview');
                    }}
                  >
                    {w.retry}
                  </Button>
                }
              >
                {t.failedHelp}
              </Alert>
            </div>
          )}
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
