import { FileText, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMedia } from '../../lib/browser/use-media.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Logo } from '../../ui/display/Glyphs.tsx';
import { texts } from './texts.ts';

/** Milliseconds of each moment of the exchange: question, thinking, answer with its source; twice. */
const moments = [1400, 1100, 4200, 1400, 1100, 5200];

/** Shows what the product does; it can be paused, and stands still for who prefers that. */
export function SampleExchange() {
  const t = useTexts(texts);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [moment, setMoment] = useState(2);
  const [paused, setPaused] = useState(false);
  const stopped = still || paused;

  useEffect(() => {
    if (stopped) return;
    const timer = setTimeout(() => setMoment((now) => (now + 1) % moments.length), moments[moment]);
    return () => clearTimeout(timer);
  }, [moment, stopped]);

  const at = still ? moments.length - 1 : moment;
  const turns = [
    { question: t.sampleQuestion1, answer: t.sampleAnswer1, source: t.sampleSource1, from: 0 },
    { question: t.sampleQuestion2, answer: t.sampleAnswer2, source: t.sampleSource2, from: 3 },
  ];
  return (
    <aside className="on-rail bg-rail text-rail-text">
      <div className="sticky top-0 flex h-dvh flex-col justify-center gap-10 overflow-hidden px-10 py-12 xl:px-16">
        <div className="mx-auto flex w-full max-w-md flex-col gap-3">
          <p className="display-type text-3xl text-balance">{t.promise}</p>
          <p className="text-lg text-rail-text-2 text-pretty">{t.promiseMore}</p>
        </div>
        <figure className="mx-auto flex w-full max-w-md flex-col rounded-4 border border-rail-line bg-rail-hover/60">
          <figcaption className="flex items-center gap-3 border-b border-rail-line px-4 py-3 text-sm">
            <Logo size={26} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-strong">{t.sampleBot}</span>
              <span className="text-xs text-rail-text-2">{t.sample}</span>
            </span>
            {!still && (
              <IconButton label={paused ? t.play : t.pause} onClick={() => setPaused(!paused)} onRail>
                {paused ? (
                  <Play size={18} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <Pause size={18} strokeWidth={1.75} aria-hidden="true" />
                )}
              </IconButton>
            )}
          </figcaption>
          <div className="flex h-88 flex-col justify-end gap-3 overflow-hidden p-4 text-md">
            {turns.map(
              (turn) =>
                at >= turn.from && (
                  <div key={turn.from} className="flex flex-col gap-3">
                    <p className="speech-own enter-dialog forced-colors:border max-w-[80%] self-end bg-rail-text px-3.5 py-2.5 text-rail [--speech-size:var(--radius-4)]">
                      {turn.question}
                    </p>
                    {at === turn.from + 1 && (
                      <p
                        aria-hidden="true"
                        className="speech enter-dialog flex gap-1 self-start bg-rail-active px-4 py-3.5 [--speech-size:var(--radius-4)]"
                      >
                        <i className="size-1.5 rounded-full bg-rail-text-2" />
                        <i className="size-1.5 rounded-full bg-rail-text-2 opacity-70" />
                        <i className="size-1.5 rounded-full bg-rail-text-2 opacity-40" />
                      </p>
                    )}
                    {at > turn.from + 1 && (
                      <div className="enter-dialog flex max-w-[88%] flex-col items-start gap-2 self-start">
                        <p className="speech forced-colors:border bg-rail-active px-3.5 py-2.5 leading-body [--speech-size:var(--radius-4)]">
                          {turn.answer}{' '}
                          <span className="speech ms-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center bg-accent px-1 text-xs font-strong text-accent-ink [--speech-size:5px]">
                            1
                          </span>
                        </p>
                        <p className="flex items-center gap-1.5 rounded-full border border-rail-line px-2.5 py-1 text-xs text-rail-text-2">
                          <FileText size={14} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
                          {turn.source}
                        </p>
                      </div>
                    )}
                  </div>
                ),
            )}
          </div>
        </figure>
      </div>
    </aside>
  );
}
