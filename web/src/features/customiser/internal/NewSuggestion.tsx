import { limits } from '@parlance/contract/limits';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClasses } from '../../../ui/fields/Field.tsx';
import { internalTexts } from '../internal-texts.ts';

/** The field that one more question is written in. */
export function NewSuggestion({ onAdd }: { onAdd: (text: string) => void }) {
  const t = useTexts(internalTexts);
  const [typed, setTyped] = useState('');
  const add = () => {
    const text = typed.trim();
    if (text === '') return;
    onAdd(text);
    setTyped('');
  };
  const onAddKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex gap-2">
      <input
        aria-label={t.newSuggestion}
        value={typed}
        maxLength={limits.suggestions.length}
        dir="auto"
        autoComplete="off"
        placeholder={t.suggestionPlaceholder}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onAddKey}
        className={cx(controlClasses, 'h-10 touch-target')}
      />
      <Button icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={add}>
        {t.add}
      </Button>
    </div>
  );
}
