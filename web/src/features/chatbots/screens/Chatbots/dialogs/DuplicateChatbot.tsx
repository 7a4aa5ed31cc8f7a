import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ProblemError } from '../../../../../lib/calls/api.ts';
import { limitOf } from '../../../../../lib/calls/plan-limits.ts';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { Button } from '../../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../../ui/fields/Checkbox.tsx';
import { Alert } from '../../../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../../../ui/toasts/toasts.ts';
import { useRefusalSentence } from '../../../creation.ts';
import { texts } from '../../../dialog-texts.ts';
import { isNameTaken, useDuplicateChatbot } from '../../../queries.ts';
import { findFreeName } from '../free-name.ts';
import { useLimitReached } from './limit-reached.tsx';
import { NameDialog } from './NameDialog.tsx';

/** Copies a chatbot, and says when its copy stands, with a warning where there is one. */
export function DuplicateChatbot({
  chatbot,
  limit,
  onClose,
}: {
  chatbot: Chatbot;
  limit: number | undefined;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const duplicate = useDuplicateChatbot();
  const refusalOf = useRefusalSentence();
  const limitReached = useLimitReached(limit);
  const [copySources, setCopySources] = useState(true);
  const [warned, setWarned] = useState<Chatbot>();
  const name = useQuery({
    queryKey: ['chatbots', 'free-name', chatbot.id],
    queryFn: ({ signal }) => findFreeName(chatbot.name, (next) => isNameTaken(next, undefined, signal)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const open = (copy: Chatbot) => {
    onClose();
    void navigate(`/chatbots/${copy.id}/data-sources`);
  };
  return (
    <NameDialog
      title={t.duplicateTitle(chatbot.name)}
      description={t.duplicateDescription}
      action={t.duplicate}
      initial={name.data ?? ''}
      isProposing={name.isPending}
      busyText={t.duplicating}
      onClose={onClose}
      instead={
        warned
          ? {
              content: (
                <Alert tone="warning" live title={t.completedWithWarning(warned.name)}>
                  {warned.creationNotice}
                </Alert>
              ),
              action: (
                <Button look="primary" onClick={() => open(warned)}>
                  {t.openCopy}
                </Button>
              ),
            }
          : limitReached
      }
      below={
        <Checkbox
          label={t.copySources}
          help={t.copySourcesHelp}
          checked={copySources}
          onChange={setCopySources}
        />
      }
      submit={async (wanted) => {
        try {
          const named = wanted === '' ? {} : { name: wanted };
          const copy = await duplicate.mutateAsync({ chatbotId: chatbot.id, ...named, copySources });
          reportOutcome(t.duplicateFailed).succeeded();
          if (copy.creation === 'warning') setWarned(copy);
          else {
            showToast({ tone: 'success', title: t.completed(copy.name) });
            onClose();
          }
          return undefined;
        } catch (error) {
          const isOfName = error instanceof ProblemError && error.code === 'chatbot_name_taken';
          if (!isOfName) reportOutcome(t.duplicateFailed).failed(refusalOf(error), { limit: limitOf(error) });
          return refusalOf(error);
        }
      }}
    />
  );
}
