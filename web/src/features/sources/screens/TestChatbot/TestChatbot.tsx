import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { FlaskConical, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { Drawer } from '../../../../ui/dialogs/Drawer.tsx';
import { restartTests } from './conversation.ts';
import { TestConversation } from './TestConversation.tsx';
import { testTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A question to the chatbot as a visitor asks it, with what the answer was made of. */
export function TestChatbot({
  chatbot,
  isBeside,
  onClose,
}: {
  chatbot: Chatbot;
  /** Whether there is room for it beside the sources; else it slides over them. */
  isBeside: boolean;
  onClose: () => void;
}) {
  const t = useTexts(testTexts);
  const w = useTexts(words);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isBeside)
      place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, [isBeside]);
  const content = (
    <>
      <div className="flex items-center gap-2 border-b border-line py-3 ps-4 pe-2">
        <FlaskConical {...icon} size={20} className="shrink-0 text-accent-text" />
        <h2 className="display-type flex-1 text-lg">{t.title}</h2>
        <IconButton label={t.restart} onClick={() => restartTests(chatbot.id)}>
          <RotateCcw {...icon} />
        </IconButton>
        <IconButton label={w.close} onClick={onClose}>
          <X {...icon} size={20} />
        </IconButton>
      </div>
      <TestConversation chatbot={chatbot} keepsTest={isBeside} />
    </>
  );
  if (isBeside) {
    return (
      <aside
        ref={place}
        aria-label={t.title}
        className="sticky top-0 flex h-dvh flex-col border-s border-line bg-surface"
      >
        {content}
      </aside>
    );
  }
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={t.title}
      side="end"
      className="w-[27rem] bg-surface"
    >
      {content}
    </Drawer>
  );
}
