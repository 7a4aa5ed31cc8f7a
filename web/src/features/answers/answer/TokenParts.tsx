import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { partTexts } from './part-texts.ts';

/** What tokens went to: Instructions 420 · Passages 1,310 · … */
export function TokenParts({ parts }: { parts: readonly LedgerPart[] }) {
  const t = useTexts(partTexts);
  const format = useFormat();
  return (
    <ul className="flex flex-wrap gap-x-1.5">
      {parts.map(({ name, tokens }, at) => (
        <li key={name} className="whitespace-nowrap">
          {t[name]} <span className="tabular-nums text-text">{format.number(tokens)}</span>
          {at < parts.length - 1 && <span aria-hidden="true"> ·</span>}
        </li>
      ))}
    </ul>
  );
}
