import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import { Contrast } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { colourKeys, verdictOf } from '../palettes.ts';
import { visualTexts } from './texts.ts';

/** The colours that are hard to read, each with one that is not. */
export function ContrastWarnings({
  appearance,
  onChange,
}: {
  appearance: Appearance;
  onChange: (part: Partial<Appearance>) => void;
}) {
  const t = useTexts(visualTexts);
  const hard = colourKeys
    .map((key) => ({ key, verdict: verdictOf(appearance, key) }))
    .filter(({ verdict }) => verdict && !verdict.isEnough);
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {hard.map(({ key, verdict }) => (
        <div
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-3 bg-warning-soft px-4 py-3 text-md text-text-2 forced-colors:border"
        >
          <span className="flex min-w-0 flex-1 basis-52 gap-2.5">
            <Contrast
              size={20}
              strokeWidth={1.75}
              aria-hidden="true"
              className="mt-px shrink-0 text-warning-text"
            />
            {t[`${key}Hard`]}
          </span>
          {verdict?.better && (
            <Button size="sm" onClick={() => onChange({ [key]: verdict.better })}>
              <span className="flex items-center gap-1.5">
                {t.fix}
                <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" className="rounded-[3px]">
                  <rect width="14" height="14" fill={verdict.better} />
                </svg>
                <span translate="no" className="uppercase">
                  {verdict.better}
                </span>
              </span>
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
