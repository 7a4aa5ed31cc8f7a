import { Check, Contrast } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { type ContrastVerdict, isColour } from '../palettes.ts';
import { visualTexts } from './texts.ts';

/** A colour by its figures or from the system's picker, with how well it can be seen. */
export function ColourField({
  label,
  value,
  verdict,
  error,
  onChange,
}: {
  label: string;
  value: string;
  verdict: ContrastVerdict | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTexts(visualTexts);
  const format = useFormat();
  // While one is being typed, the field shows the one before it.
  const [whole, setWhole] = useState(isColour(value) ? value : '#000000');
  if (isColour(value) && value !== whole) setWhole(value);
  const ratio = verdict && format.number(Math.floor(verdict.ratio * 10) / 10);
  const Mark = verdict?.isEnough ? Check : Contrast;
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <div className="flex min-h-10 items-center rounded-2 border border-line-control bg-surface ps-1.5 pe-2 has-aria-invalid:border-danger-text">
          <input
            type="color"
            aria-label={t.pick(label)}
            value={whole.toLowerCase()}
            onChange={(event) => onChange(event.target.value)}
            className="size-7 shrink-0 cursor-pointer appearance-none rounded-1 bg-transparent [&::-moz-color-swatch]:rounded-1 [&::-moz-color-swatch]:border-line [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:rounded-1 [&::-webkit-color-swatch]:border-line pointer-coarse:size-9"
          />
          <input
            {...ids}
            value={value}
            onChange={(event) => {
              const text = event.target.value.trim();
              onChange(/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text);
            }}
            maxLength={9}
            spellCheck={false}
            autoComplete="off"
            translate="no"
            className="h-9 w-full min-w-0 rounded-1 bg-transparent px-2 text-md text-text uppercase pointer-coarse:text-[1rem]"
          />
          {verdict && ratio && (
            <span
              className={`flex shrink-0 items-center gap-1 text-xs font-strong tabular ${verdict.isEnough ? 'text-accent-text' : 'text-warning-text'}`}
            >
              <Mark size={14} strokeWidth={2.25} aria-hidden="true" />
              <span aria-hidden="true">{ratio}:1</span>
              <span className="visually-hidden">{verdict.isEnough ? t.legible(ratio) : t.hard(ratio)}</span>
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
