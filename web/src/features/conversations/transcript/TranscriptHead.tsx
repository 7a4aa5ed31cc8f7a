import type { Conversation } from '@parlance/contract/endpoints/conversations';
import { ArrowLeft, Trash2, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { useAddress } from '../address.ts';
import { channelNames } from '../channels.ts';
import { texts } from '../texts.ts';
import { OfVisitor } from './OfVisitor.tsx';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The visitor's name, by what is known of them. */
export const nameOf = ({ visitor }: Conversation) => visitor?.name ?? visitor?.email;

/** Who spoke and of what, with what can be done about it. */
export function TranscriptHead({
  title,
  titleRef,
  conversation,
  isAbsent,
  isBeside,
  onDelete,
  onClose,
}: {
  title: string;
  titleRef: RefObject<HTMLHeadingElement | null>;
  conversation: Conversation | undefined;
  isAbsent: boolean;
  isBeside: boolean;
  onDelete: () => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const Heading = isBeside ? 'h2' : 'h1';
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Heading
          ref={titleRef}
          tabIndex={-1}
          className={`display-type text-text [overflow-wrap:anywhere] ${isBeside ? 'text-lg' : 'text-xl'}`}
        >
          {title}
        </Heading>
        {conversation && !isAbsent && <Facts conversation={conversation} />}
        {conversation && !isAbsent && <OfVisitor conversationId={conversation.id} onDeleted={onClose} />}
        {/* The line of facts keeps its place while they are on their way. */}
        {!conversation && !isAbsent && <div aria-hidden="true" className="h-6" />}
      </div>
      {conversation && !isAbsent && (
        <IconButton label={t.delete} onClick={onDelete}>
          <Trash2 {...icon} />
        </IconButton>
      )}
      {isBeside && (
        <IconButton label={w.close} onClick={onClose}>
          <X {...icon} size={20} />
        </IconButton>
      )}
    </div>
  );
}

function Facts({ conversation }: { conversation: Conversation }) {
  const t = useTexts(texts);
  const names = useTexts(channelNames);
  const format = useFormat();
  const { chatbotName, channel, language, messageCount, visitor } = conversation;
  const facts = [
    chatbotName,
    names[channel],
    t.messageCount(format.number(messageCount), messageCount === 1),
    [visitor?.name && visitor.email, visitor?.id].filter(Boolean).join(' · '),
    visitor?.origin ? t.cameBy(visitor.origin) : '',
  ].filter((fact) => fact !== '');
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
      <span className="[overflow-wrap:anywhere]">{facts.join(' · ')}</span>
      <Pill>{language === 'fr' ? t.french : t.english}</Pill>
      {nameOf(conversation) !== undefined && <span className="text-text-3">{t[`${channel}Visitor`]}</span>}
    </div>
  );
}

/** A button back to the list, where the transcript has the page. */
export function BackToList({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { to } = useAddress();
  return (
    <Link
      to={to({ conversation: '' })}
      className="inline-flex w-fit items-center gap-1.5 rounded-1 text-sm font-medium text-accent-text hover:underline"
      onClick={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <ArrowLeft {...icon} size={16} className="rtl:rotate-180" />
      {t.back}
    </Link>
  );
}
