import type { Summary, SummaryItem, SummarySection } from '@parlance/contract/endpoints/summaries';
import { CircleCheck, CircleHelp, MessagesSquare, PenLine, Plus, Smile } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { noFilter, useAddress } from '../address.ts';
import { summaryTexts } from './texts.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const looks: Record<SummarySection, typeof CircleCheck> = {
  themes: MessagesSquare,
  answered: CircleCheck,
  unanswered: CircleHelp,
  missing: Plus,
  tone: Smile,
};
/** Conversations that one claim leads to: who wants more reads the list. */
const linksShown = 8;

/** A part of a summary: claims, each with the conversations that bear it out. */
export function SummaryItems({
  section: { kind, items },
  language,
  onAnswer,
}: {
  section: Summary['sections'][number];
  language: Summary['language'];
  /** Called with a question that has no answer yet. */
  onAnswer: (question: string) => void;
}) {
  const t = useTexts(summaryTexts);
  const { to } = useAddress();
  const Icon = looks[kind];
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Icon {...icon} className="shrink-0 text-text-3" />
          {t[kind]}
        </span>
      }
      aside={
        kind === 'unanswered' && (
          <ButtonLink
            look="quiet"
            size="sm"
            to={to({ ...noFilter, tab: 'unanswered', summary: '' })}
            preventScrollReset
          >
            {t.seeUnanswered}
          </ButtonLink>
        )
      }
    >
      <ul className="flex flex-col">
        {items.map((item) => (
          <li
            key={item.text}
            className="flex flex-col gap-2 border-t border-line py-4 first:border-0 first:pt-0 last:pb-0"
          >
            <p lang={language} dir="auto" className="max-w-prose text-lg text-text [overflow-wrap:anywhere]">
              {item.text}
            </p>
            {item.examples
              .filter((example) => !item.text.includes(example))
              .map((example) => (
                <blockquote
                  key={example}
                  dir="auto"
                  className="max-w-prose border-s-2 border-line-control ps-3 text-md text-text-2 [overflow-wrap:anywhere]"
                >
                  {t.quoted(example)}
                </blockquote>
              ))}
            <Conversations item={item} />
            {kind === 'missing' && (
              <Button
                size="sm"
                className="self-start"
                icon={<PenLine {...icon} size={16} />}
                onClick={() => onAnswer(item.examples[0] ?? item.text)}
              >
                {t.writeAnswer}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** How many conversations a claim is about, and the way to some of them. */
function Conversations({ item: { text, conversations, conversationIds } }: { item: SummaryItem }) {
  const t = useTexts(summaryTexts);
  const format = useFormat();
  const { to } = useAddress();
  if (conversations === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
      <span className="tabular font-medium">
        {t.conversations(conversations, format.number(conversations))}
      </span>
      {conversationIds.length > 0 && <span className="text-text-3">{t.open}</span>}
      {conversationIds.slice(0, linksShown).map((id, at) => (
        <Link
          key={id}
          to={to({ ...noFilter, tab: '', summary: '', conversation: id })}
          aria-label={t.openConversation(at + 1, text)}
          className="tabular inline-flex size-7 items-center justify-center rounded-2 border border-line-control text-accent-text touch-target hover:bg-hover"
        >
          {at + 1}
        </Link>
      ))}
    </p>
  );
}
