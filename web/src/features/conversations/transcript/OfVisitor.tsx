import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { noFilter, useAddress } from '../address.ts';
import { useDeleteVisitor, visitorQuery } from '../queries.ts';
import { visitorTexts } from './visitor-texts.ts';

/** The visitor's other conversations, where there are any: the way to all of them, and their deletion at once. */
export function OfVisitor({ conversationId, onDeleted }: { conversationId: string; onDeleted: () => void }) {
  const t = useTexts(visitorTexts);
  const w = useTexts(words);
  const format = useFormat();
  const { to } = useAddress();
  const [isAsking, setAsking] = useState(false);
  const cancel = useRef<HTMLDivElement>(null);
  // Without an answer the conversation can be read all the same.
  const { data } = useQuery(visitorQuery(conversationId));
  const remove = useDeleteVisitor(conversationId);
  if (!data || data.conversations < 2) return null;
  const count = format.number(data.conversations);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess({ conversations }) {
        setAsking(false);
        showToast({ tone: 'success', title: t.deleted(conversations, format.number(conversations)) });
        onDeleted();
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        // The visitor may have spoken to another chatbot, too.
        to={to({ ...noFilter, chatbot: '', visitor: conversationId })}
        preventScrollReset
        className="rounded-1 text-sm font-medium text-accent-text touch-target hover:underline"
      >
        {t.all(count)}
      </Link>
      <Button
        look="quiet"
        size="sm"
        className="-ms-3"
        icon={<UserRoundX size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t.deleteAll}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        size="sm"
        title={t.title(count)}
        description={t.lead}
        initialFocus={() => cancel.current?.querySelector('button')}
        footer={
          <>
            <div ref={cancel} className="contents">
              <Button onClick={() => setAsking(false)}>{w.cancel}</Button>
            </div>
            <Button look="danger" busy={remove.isPending} onClick={confirm}>
              {t.confirm(count)}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-md text-text-2">{t.goes}</p>
          {remove.error && (
            <Alert tone="danger" live title={t.failed}>
              {sentenceOf(remove.error)}
            </Alert>
          )}
        </div>
      </Dialog>
    </div>
  );
}
