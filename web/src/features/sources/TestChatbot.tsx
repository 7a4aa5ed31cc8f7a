import type { Chatbot } from '@parlance/contract/chatbots';
import { X } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Drawer } from '../../ui/Drawer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { texts } from './texts.ts';

/** The visitor's own page of this chatbot, beside its sources. */
export function TestChatbot({ chatbot, onClose }: { chatbot: Chatbot; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={t.test}
      side="end"
      className="w-[27rem] bg-surface"
    >
      <div className="flex items-center justify-between border-b border-line py-3 ps-5 pe-3">
        <p aria-hidden="true" className="display-type text-lg">
          {t.test}
        </p>
        <IconButton label={w.close} size="sm" tooltip={false} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <iframe src={`/embed/${chatbot.publicId}`} title={t.test} className="w-full flex-1 border-0" />
    </Drawer>
  );
}
