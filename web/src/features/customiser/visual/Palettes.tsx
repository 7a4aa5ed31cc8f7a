import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import { useTexts } from '../../../lib/language/texts.ts';
import { coloursOf, isPalette, paletteNames } from '../palettes.ts';
import { visualTexts } from './texts.ts';

/** Sets of colours that go together, each chosen with one press. */
export function Palettes({
  appearance,
  onChange,
}: {
  appearance: Appearance;
  onChange: (part: Partial<Appearance>) => void;
}) {
  const t = useTexts(visualTexts);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-text">{t.palettes}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
        {paletteNames.map((name) => {
          const colours = coloursOf(name, appearance);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isPalette(name, appearance)}
              onClick={() => onChange(colours)}
              className="flex min-h-10 items-center gap-2 rounded-2 border border-line bg-surface px-2 text-sm text-text motion-fast touch-target hover:bg-hover aria-pressed:border-accent-strong aria-pressed:bg-accent-soft aria-pressed:font-medium forced-colors:aria-pressed:outline-2"
            >
              <svg
                viewBox="0 0 24 24"
                width="24"
                height="24"
                aria-hidden="true"
                className="shrink-0 rounded-1"
              >
                <rect width="24" height="24" fill={colours.secondaryColor} />
                <rect width="14" height="24" fill={colours.primaryColor} />
              </svg>
              {t[name]}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
