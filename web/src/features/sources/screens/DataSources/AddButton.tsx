import type { Source } from '@parlance/contract/endpoints/sources';
import { Link2, PenLine, Upload } from 'lucide-react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { texts } from '../../texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Of three actions two share a line on phones. */
export const besideOnPhones = 'max-sm:[&_svg]:hidden';

/** Opens the dialog that adds a source of a kind. */
export function AddButton({ kind, onAdd }: { kind: Source['kind']; onAdd: (kind: Source['kind']) => void }) {
  const t = useTexts(texts);
  if (kind === 'answer')
    return (
      <Button icon={<PenLine {...icon} />} onClick={() => onAdd(kind)}>
        {t.writeAnswer}
      </Button>
    );
  if (kind === 'url')
    return (
      <Button icon={<Link2 {...icon} />} className={besideOnPhones} onClick={() => onAdd(kind)}>
        {t.addUrls}
      </Button>
    );
  return (
    <Button look="primary" icon={<Upload {...icon} />} onClick={() => onAdd(kind)}>
      {t.upload}
    </Button>
  );
}
