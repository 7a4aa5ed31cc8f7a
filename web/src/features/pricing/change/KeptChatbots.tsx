import { CircleAlert } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import type { Preview } from '../queries.ts';
import { changeTexts } from './texts.ts';

/** The choice of the chatbots that stay on where a plan allows fewer. */
export function KeptChatbots({
  chatbots,
  max,
  kept,
  onChange,
}: {
  chatbots: Preview['chatbots'];
  max: number;
  kept: readonly string[];
  onChange: (kept: readonly string[]) => void;
}) {
  const t = useTexts(changeTexts);
  const format = useFormat();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-md font-strong">{t.keep(max)}</legend>
      {max > 0 && <p className="text-sm text-text-2">{t.keepHelp(format.number(max))}</p>}
      {max > 0 && (
        <div className="flex max-h-56 flex-col gap-2 overflow-y-auto rounded-2 border border-line p-3">
          {chatbots.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  {name}
                </span>
              }
              checked={kept.includes(id)}
              onChange={(checked) => onChange(checked ? [...kept, id] : kept.filter((one) => one !== id))}
            />
          ))}
        </div>
      )}
      {kept.length > max && (
        <p role="alert" className="flex gap-1.5 text-sm text-danger-text">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden="true" />
          {t.keepTooMany(format.number(kept.length), format.number(max))}
        </p>
      )}
    </fieldset>
  );
}
