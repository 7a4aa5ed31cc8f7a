import { useState } from 'react';
import { isDay } from '../../lib/forms/day.ts';
import { cx } from '../cx.ts';
import { controlClasses } from './Field.tsx';

/** A field for a day, taken once it is whole. */
export function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [taken, setTaken] = useState(value);
  const [text, setText] = useState(value);
  // What changes elsewhere, in the address, shows here; what is half typed here stays.
  if (value !== taken) {
    setTaken(value);
    setText(value);
  }
  return (
    <label className="flex items-center gap-2 text-sm text-text-2 max-sm:w-full">
      <span className="max-sm:w-8">{label}</span>
      <input
        type="date"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value === '' || isDay(target.value)) onChange(target.value);
        }}
        className={cx(controlClasses, 'h-10 w-40 touch-target max-sm:flex-1')}
      />
    </label>
  );
}
