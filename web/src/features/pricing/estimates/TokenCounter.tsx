import { estimateTokens } from '@parlance/contract/limits';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { TextArea } from '../../../ui/fields/TextInput.tsx';
import { estimateTexts } from './texts.ts';

const maxCharacters = 2_000_000;

/** A field for any text, and its tokens as they are charged. */
export function TokenCounter() {
  const t = useTexts(estimateTexts);
  const format = useFormat();
  const [text, setText] = useState('');
  const tokens = estimateTokens(text);
  const isFull = text.length >= maxCharacters;
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={t.counter}
        value={text}
        onChange={setText}
        rows={6}
        dir="auto"
        maxLength={maxCharacters}
        placeholder={t.counterPlaceholder}
        help={t.counterHelp}
        spellCheck={false}
      />
      <p role="status" className="tabular text-md font-strong">
        {t.counted(format.number(tokens), tokens, format.number(text.length))}
        {isFull && (
          <span className="block text-sm font-regular text-text-2">
            {t.countedMax(format.number(maxCharacters))}
          </span>
        )}
      </p>
    </div>
  );
}
