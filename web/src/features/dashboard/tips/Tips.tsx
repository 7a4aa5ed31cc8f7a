import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { SpeechGlyph } from '../../../ui/layout/EmptyState.tsx';
import { tipTexts } from './texts.ts';
import { type Standing, type Tip, type TipKind, tipsFor } from './tips.ts';

type Words = Record<string, string | ((name: string) => string) | undefined>;

const wordsOf = (t: Words, { kind, name }: Tip) => {
  const say = (key: string) => {
    const sentence = t[key];
    return typeof sentence === 'function' ? sentence(name) : (sentence ?? '');
  };
  return { title: say(kind), text: say(`${kind}Text`), action: say(`${kind}Action`) };
};

/** Advice, one piece at a time. */
export function Tips({ standing }: { standing: Standing }) {
  const t = useTexts(tipTexts);
  const tips = tipsFor(standing);
  // By its kind: what is chosen stays while others come and go.
  const [chosen, choose] = useState<TipKind>();
  const at = Math.max(
    0,
    tips.findIndex(({ kind }) => kind === chosen),
  );
  const tip = tips[at];
  if (!tip) return null;
  const { title, text, action } = wordsOf(t, tip);
  const next = tips[(at + 1) % tips.length];
  return (
    <section
      data-tour="tips"
      className="speech flex flex-1 flex-col gap-2 bg-accent-soft p-5 [--speech-size:var(--radius-4)]"
    >
      <p className="flex items-center gap-2 text-sm font-medium text-accent-text">
        <Lightbulb size={18} strokeWidth={1.75} aria-hidden="true" />
        {t.tip}
      </p>
      <h2 dir="auto" className="display-type text-lg [overflow-wrap:anywhere]">
        {title}
      </h2>
      <p className="text-md text-text-2 text-pretty">{text}</p>
      <div className="mt-auto flex items-end justify-between gap-4 pt-4">
        <div className="flex flex-wrap gap-2">
          {tip.to && (
            <ButtonLink size="sm" to={tip.to}>
              {action}
            </ButtonLink>
          )}
          {next && next !== tip && (
            <Button
              size="sm"
              look="quiet"
              className={tip.to ? undefined : '-ms-3'}
              onClick={() => choose(next.kind)}
            >
              {t.another}
            </Button>
          )}
        </div>
        <SpeechGlyph size={84} />
      </div>
    </section>
  );
}
