import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { UnansweredGroup } from '@parlance/contract/endpoints/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, PenLine, X } from 'lucide-react';
import { useState } from 'react';
import { limitOf } from '../../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useAgo, useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { type AnswerDraft, useSaveAnswer } from '../../answers/writing/queries.ts';
import { writeTexts } from '../../answers/writing/texts.ts';
import type { Written } from '../../answers/writing/WriteAnswer.tsx';
import { useAddress } from '../address.ts';
import { texts } from '../texts.ts';
import { dismissalOf, dismissals, dismissSoon, unansweredQuery } from './queries.ts';
import { unansweredTexts } from './texts.ts';

const WriteAnswer = onDemand(() =>
  import('../../answers/writing/WriteAnswer.tsx').then((file) => file.WriteAnswer),
);

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const writingFor = ({ chatbotId, id, question }: UnansweredGroup): AnswerDraft => ({
  chatbotId,
  unansweredId: id,
  question,
  answer: '',
});

/** Moves the focus on when the question that had it is gone. */
const focusAfter = (next: UnansweredGroup | undefined) =>
  requestAnimationFrame(() => {
    const button = next && document.querySelector<HTMLElement>(`[data-question="${next.id}"] button`);
    (button ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  });

/** What visitors asked in vain, the most asked first, each to be answered in place. */
export function Unanswered({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(unansweredTexts);
  const shared = useTexts(texts);
  const written = useTexts(writeTexts);
  const w = useTexts(words);
  const client = useQueryClient();
  const [answering, setAnswering] = useState<UnansweredGroup>();
  /** Questions answered on this page. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const gone = useStore(dismissals);
  const save = useSaveAnswer();
  const queryKey = ['unanswered', chatbot.id];
  const liveness = useRowChanges({
    table: 'conversations',
    filter: `chatbot_id=eq.${chatbot.id}`,
    queryKey,
    isHeld: () => answering !== undefined,
  });
  const { data, error, refetch } = useQuery(unansweredQuery(chatbot.id, liveness));
  const groups = data?.items.filter((group) => !sent.has(group.id) && !isDeleted(gone, group));
  const after = ({ id }: UnansweredGroup) => {
    const at = groups?.findIndex((group) => group.id === id) ?? -1;
    return groups?.[at + 1] ?? groups?.[at - 1];
  };

  const dismiss = (group: UnansweredGroup) => {
    focusAfter(after(group));
    dismissSoon({
      hides: ({ id }) => id === group.id,
      calls: () => [dismissalOf(group)],
      afterwards: () => client.invalidateQueries({ queryKey }),
      said: { title: t.dismissed, undo: w.undo, failed: t.dismissFailed },
    });
  };
  const send = async (group: UnansweredGroup, text: Written) => {
    setAnswering(undefined);
    setSent((before) => new Set([...before, group.id]));
    focusAfter(after(group));
    try {
      await save.mutateAsync({ writing: writingFor(group), ...text });
      reportOutcome(written.saveFailed).succeeded();
      showToast({ tone: 'success', title: written.saved });
      await client.invalidateQueries({ queryKey });
    } catch (error) {
      const action = { label: written.reopen, run: () => setAnswering(group) };
      reportOutcome(written.saveFailed).failed(sentenceOf(error), { action, limit: limitOf(error) });
    }
    setSent((before) => new Set([...before].filter((id) => id !== group.id)));
  };

  if (error && !data)
    return <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!groups) return <TableSkeleton />;
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState
          title={shared.noUnanswered}
          action={<ButtonLink to={`/summary?chatbot=${chatbot.id}`}>{shared.seeConversations}</ButtonLink>}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-md text-text-2">{t.intro}</p>
          <ul
            aria-label={t.list}
            className="flex flex-col divide-y divide-line rounded-3 border border-line bg-surface shadow-1"
          >
            {groups.map((group) => (
              <Question
                key={group.id}
                group={group}
                onAnswer={() => setAnswering(group)}
                onDismiss={() => dismiss(group)}
              />
            ))}
          </ul>
          {data?.isWhole === false && <p className="text-center text-sm text-text-2">{t.notWhole}</p>}
        </div>
      )}
      {answering && (
        <WriteAnswer
          key={answering.id}
          writing={writingFor(answering)}
          onClose={() => setAnswering(undefined)}
          onFailed={() => setAnswering(undefined)}
          onWritten={async (text) => {
            void send(answering, text);
            return undefined;
          }}
        />
      )}
    </>
  );
}

function Question({
  group,
  onAnswer,
  onDismiss,
}: {
  group: UnansweredGroup;
  onAnswer: () => void;
  onDismiss: () => void;
}) {
  const t = useTexts(unansweredTexts);
  const format = useFormat();
  const ago = useAgo();
  const { to } = useAddress();
  const { id, question, language, count, examples, conversationId, lastAt } = group;
  return (
    <li data-question={id} className="relative flex flex-col gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pe-10 text-sm text-text-2">
        <Pill tone={count > 1 ? 'warning' : 'neutral'}>{t.asked(format.number(count), count)}</Pill>
        <time dateTime={lastAt} title={format.moment(lastAt)}>
          {t.last(ago(lastAt))}
        </time>
      </div>
      <h2
        lang={language}
        dir="auto"
        className="line-clamp-6 text-lg font-medium text-text [overflow-wrap:anywhere]"
      >
        {question}
      </h2>
      {examples.length > 0 && (
        <div className="text-sm text-text-2">
          <p>{t.examples}</p>
          <ul className="list-disc ps-5">
            {examples.map((example) => (
              <li key={example} dir="auto" className="[overflow-wrap:anywhere]">
                <span className="line-clamp-2">{example}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="sm" icon={<PenLine {...icon} />} onClick={onAnswer}>
          {t.answer}
        </Button>
        <ButtonLink
          look="quiet"
          size="sm"
          icon={<MessageSquareText {...icon} />}
          to={to({ tab: '', conversation: conversationId })}
        >
          {t.seeConversation}
        </ButtonLink>
      </div>
      <IconButton label={t.dismiss} size="sm" className="absolute end-3 top-3" onClick={onDismiss}>
        <X {...icon} size={18} />
      </IconButton>
    </li>
  );
}
