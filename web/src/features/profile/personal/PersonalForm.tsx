import { Lock } from 'lucide-react';
import { configQuery } from '../../../lib/calls/config.ts';
import { useLeaveBlocker } from '../../../lib/forms/leave-blocker.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { WebsiteInput } from '../../auth/parts/WebsiteInput.tsx';
import type { ProfileValues } from '../queries.ts';
import { texts } from '../texts.ts';
import { useProfileForm } from './profile-form.ts';

const LeaveDialog = onDemand(() => import('./LeaveDialog.tsx').then((file) => file.LeaveDialog));

/** Keeps the focus in the form when the button that was pressed disappears. */
const keepFocusIn = (button: HTMLButtonElement) =>
  button.form?.querySelector<HTMLElement>('[type=submit]')?.focus();

export function PersonalForm({ latest }: { latest: ProfileValues }) {
  const t = useTexts(texts);
  const { id } = useUser();
  const { form, isDirty, isElsewhere, takeLatest, discard } = useProfileForm(id, latest);
  const blocker = useLeaveBlocker(isDirty);
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextInput
          {...form.field('firstName')}
          label={t.firstName}
          autoComplete="given-name"
          maxLength={100}
          required
        />
        <TextInput
          {...form.field('lastName')}
          label={t.lastName}
          autoComplete="family-name"
          maxLength={100}
          required
        />
      </div>
      <LockedEmail />
      <WebsiteInput {...form.field('website')} />
      <Checkbox {...form.toggle('updates')} label={t.updates} />
      {isElsewhere && (
        <Alert
          tone="warning"
          live
          title={t.elsewhereTitle}
          action={
            <Button
              size="sm"
              onClick={(event) => {
                keepFocusIn(event.currentTarget);
                takeLatest();
              }}
            >
              {t.takeNewer}
            </Button>
          }
        >
          {t.elsewhere}
        </Alert>
      )}
      {form.problem && (
        <Alert tone="danger" title={`${t.profileFailed}.`}>
          {form.problem}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={form.busy}>
          {t.save}
        </Button>
        {isDirty && (
          <>
            <Button
              look="quiet"
              onClick={(event) => {
                keepFocusIn(event.currentTarget);
                discard();
              }}
            >
              {t.discard}
            </Button>
            <span className="flex items-center gap-2 text-sm text-text-3">
              <span aria-hidden="true" className="size-2 rounded-full bg-warning-strong" />
              {t.unsaved}
            </span>
          </>
        )}
      </div>
      {blocker.state === 'blocked' && (
        <LeaveDialog
          onStay={() => blocker.reset()}
          onFailed={() => blocker.reset()}
          onLeave={() => {
            form.forgetDraft();
            blocker.proceed();
          }}
        />
      )}
    </form>
  );
}

/** The address, which the support alone changes. */
function LockedEmail() {
  const t = useTexts(texts);
  const { email = '' } = useUser();
  const { data: config } = useQuery(configQuery);
  const support = config?.supportEmail;
  return (
    <TextInput
      label={t.email}
      value={email}
      onChange={() => {}}
      readOnly
      className="border-line! bg-sunken! text-text-2!"
      end={<Lock size={16} strokeWidth={1.75} aria-hidden="true" className="me-2 text-text-3" />}
      help={
        support ? (
          <>
            {t.emailLockedWrite}
            <a
              href={`mailto:${support}`}
              className="text-accent-text underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              {support}
            </a>
          </>
        ) : (
          t.emailLocked
        )
      }
    />
  );
}
