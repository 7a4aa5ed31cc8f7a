import { useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { requestAccountDeletion } from '../queries.ts';
import { Section } from '../Section.tsx';
import { texts } from '../texts.ts';

const DeletionRequested = onDemand(() =>
  import('./DeletionRequested.tsx').then((file) => file.DeletionRequested),
);

const initial = { confirmed: false };

/** The deletion of the account: what goes, when, how it is taken back, and a box that must be ticked. */
export function AccountDeletion() {
  const t = useTexts(texts);
  const [scheduled, setScheduled] = useState<string>();
  const form = useForm({
    initial,
    told: reportOutcome(t.deletionFailed),
    validate: ({ confirmed }) => ({ confirmed: confirmed ? undefined : t.deletionUnconfirmed }),
    async submit(_values, fail) {
      try {
        const { scheduledFor } = await requestAccountDeletion();
        setScheduled(scheduledFor);
      } catch (error) {
        return fail(sentenceOf(error));
      }
      return undefined;
    },
  });
  const facts = [
    [t.deletionGoes, t.deletionGoesText],
    [t.deletionStays, t.deletionStaysText],
    [t.deletionWhen, t.deletionWhenText],
    [t.deletionCancel, t.deletionCancelText],
  ];
  return (
    <Section id="deletion" title={t.deletion} description={t.deletionLead}>
      <Card as="div">
        <form {...form.formProps} className="flex flex-col gap-4">
          <dl className="grid gap-x-6 gap-y-3 text-md @lg:grid-cols-[8rem_minmax(0,1fr)]">
            {facts.map(([name, fact]) => (
              <div key={name} className="flex flex-col gap-x-6 @lg:col-span-2 @lg:grid @lg:grid-cols-subgrid">
                <dt className="font-medium text-text">{name}</dt>
                <dd className="max-w-(--measure) text-text-2">{fact}</dd>
              </div>
            ))}
          </dl>
          {form.problem && (
            <Alert tone="danger" title={`${t.deletionFailed}.`}>
              {form.problem}
            </Alert>
          )}
          <Checkbox {...form.toggle('confirmed')} label={t.deletionConfirm} required />
          <Button type="submit" look="danger" busy={form.busy} className="self-start">
            {t.deletionButton}
          </Button>
        </form>
      </Card>
      {scheduled && <DeletionRequested scheduledFor={scheduled} />}
    </Section>
  );
}
