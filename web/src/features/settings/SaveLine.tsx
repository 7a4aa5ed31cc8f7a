import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { texts } from './texts.ts';

/** 'Saving...' for as long as it takes. */
export function Saving({ busy }: { busy: boolean }) {
  const t = useTexts(texts);
  return (
    <p role="status" className="min-h-5 text-sm text-text-2">
      {busy && t.saving}
    </p>
  );
}

/** The button that saves, and beside it that it does. */
export function SaveLine({ label, busy, onSave }: { label: string; busy: boolean; onSave: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" busy={busy} onClick={onSave}>
        {label}
      </Button>
      <Saving busy={busy} />
    </div>
  );
}
