import { type ReactNode, useEffect } from 'react';
import { limitOfCode } from '../../../lib/calls/plan-limits.ts';
import type { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { texts as chatbotTexts } from '../../chatbots/texts.ts';
import { formTexts } from './texts.ts';

/** The frame of a form that creates a channel: its fields, beside what they take. */
export function ChannelForm({
  title,
  form,
  asked,
  refusedCode,
  help,
  children,
}: {
  title: string;
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'busy' | 'problem'>;
  /** It takes the focus each time that it is asked for. */
  asked: number;
  /** The code of the form's problem. */
  refusedCode: string | undefined;
  help: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts(formTexts);
  const c = useTexts(chatbotTexts);
  const { data: usage } = useQuery(usageQuery);
  const { ref } = form.formProps;
  useEffect(() => {
    if (asked > 0) ref.current?.querySelector('input')?.focus();
  }, [asked, ref]);
  const max = usage?.chatbots.limit;
  // Told before somebody fetches what the form asks for.
  const isFull = usage !== undefined && max != null && usage.chatbots.used >= max;
  const limit = refusedCode === undefined ? undefined : limitOfCode(refusedCode);
  return (
    <Card title={title}>
      <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-2 @3xl:gap-10">
        <form {...form.formProps} className="flex flex-col gap-4" autoComplete="off">
          {isFull && !form.problem && (
            <Alert tone="warning" action={<PlanButton size="sm" limit="chatbots" />}>
              {c.limitReached(max)}
            </Alert>
          )}
          {children}
          {form.problem && (
            <Alert
              tone="danger"
              live
              title={t.createFailed}
              action={limit && <PlanButton size="sm" limit={limit} />}
            >
              {form.problem}
            </Alert>
          )}
          <Button look="primary" type="submit" busy={form.busy} className="self-start">
            {t.submit}
          </Button>
          <p role="status" className="visually-hidden">
            {form.busy && t.creating}
          </p>
        </form>
        {help}
      </div>
    </Card>
  );
}
