import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../../../lib/calls/use-config.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { requestAccountDeletion } from '../../profile/queries.ts';
import { Matter, Section } from '../../profile/Section.tsx';
import { deletionQuery } from '../queries.ts';
import { Exports } from './Exports.tsx';
import { rightsTexts } from './texts.ts';

const ConfirmDialog = onDemand(() =>
  import('../../profile/ConfirmDialog.tsx').then((file) => file.ConfirmDialog),
);
const DeletionRequested = onDemand(() =>
  import('../../profile/deletion/DeletionRequested.tsx').then((file) => file.DeletionRequested),
);

/** What the European regulation gives: the archive, the second door to deletion, and whom to ask for the rest. */
export function Rights() {
  const t = useTexts(rightsTexts);
  const support = useConfig()?.supportEmail;
  return (
    <Section id="rights" title={t.rights} description={t.rightsLead}>
      <Exports />
      <Deletion />
      <Matter title={t.other}>
        <p className="max-w-(--measure) text-md text-text-2 [overflow-wrap:anywhere]">
          {support ? (
            <>
              {t.otherText}{' '}
              <a href={`mailto:${support}`} className="text-link underline">
                {support}
              </a>
              .
            </>
          ) : (
            t.otherNobody
          )}
        </p>
      </Matter>
    </Section>
  );
}

function Deletion() {
  const t = useTexts(rightsTexts);
  const format = useFormat();
  const client = useQueryClient();
  const { data } = useQuery(deletionQuery);
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({ mutationFn: signOut });
  const { onError, onSuccess } = outcomeHandlers(t.failed);
  const request = useMutation({
    mutationFn: requestAccountDeletion,
    onError,
    onSuccess() {
      onSuccess();
      setAsking(false);
      void client.invalidateQueries({ queryKey: deletionQuery.queryKey });
    },
  });
  return (
    <Matter title={t.deletion} description={t.deletionText}>
      {data?.scheduledFor ? (
        <Alert
          tone="warning"
          title={t.scheduled}
          action={
            <Button size="sm" busy={leave.isPending} onClick={() => leave.mutate()}>
              {t.signOut}
            </Button>
          }
        >
          {t.scheduledText(format.moment(data.scheduledFor))}
        </Alert>
      ) : (
        <Button look="danger" className="self-start" onClick={() => setAsking(true)}>
          {t.deletion}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.sure}
          action={t.deletion}
          busy={request.isPending}
          onConfirm={() => request.mutate()}
          onClose={() => setAsking(false)}
        >
          {t.deletionText}
        </ConfirmDialog>
      )}
      {request.data && <DeletionRequested scheduledFor={request.data.scheduledFor} />}
    </Matter>
  );
}
