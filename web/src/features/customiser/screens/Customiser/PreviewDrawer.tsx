import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { Drawer } from '../../../../ui/dialogs/Drawer.tsx';
import { previewTexts } from '../../preview/texts.ts';

/** The preview over the page, where there is no room for it beside the fields. */
export function PreviewDrawer({
  open,
  onOpenChange,
  children,
}: {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const t = useTexts(previewTexts);
  const w = useTexts(words);
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t.preview}
      side="end"
      className="w-[40rem] max-w-full bg-canvas p-4"
    >
      <div className="flex items-center justify-between gap-3 pb-3">
        <h2 className="display-type text-lg">{t.preview}</h2>
        <IconButton label={w.close} tooltip={false} onClick={() => onOpenChange(false)}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">{children}</div>
    </Drawer>
  );
}
