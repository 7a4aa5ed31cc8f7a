import { Segmented, type SegmentedProps } from '../../../ui/fields/Segmented.tsx';

/** A row of choices under its name, with what the chosen one means. */
export function Choice<T extends string>({
  help,
  ...choice
}: Pick<SegmentedProps<T>, 'label' | 'value' | 'onChange' | 'options'> & { help?: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium text-text">
        {choice.label}
      </span>
      <Segmented {...choice} />
      {help && (
        <p aria-live="polite" className="text-sm text-text-3">
          {help}
        </p>
      )}
    </div>
  );
}
