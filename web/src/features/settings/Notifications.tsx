import type { NotificationPreferences } from '@parlance/contract/endpoints/account/notifications';
import { useState } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Alert } from '../../ui/layout/Alert.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../ui/loading/Skeleton.tsx';
import { HelpTip } from '../help/HelpTip.tsx';
import { LoadingSaid, Matter } from '../profile/Section.tsx';
import { notificationsQuery, useSaveNotifications } from './queries.ts';
import { SaveLine } from './SaveLine.tsx';
import { SwitchesLoading } from './SwitchesLoading.tsx';
import { texts } from './texts.ts';

const kinds = ['emailNotifications', 'marketingEmails', 'activitySummaries'] as const;
const mailKinds = ['chatbotCreated', 'messageReceived', 'systemUpdates', 'securityAlerts'] as const;
const pushSettings = ['pushEnabled', 'pushSounds'] as const;

/** Which mails somebody wants; below, what cannot be chosen yet. */
export function Notifications() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(notificationsQuery);
  const save = useSaveNotifications();
  const [changes, setChanges] = useState<Partial<NotificationPreferences>>({});
  return (
    <div className="flex flex-col gap-4">
      <Matter level="h2" title={t.mails} tip={<HelpTip about="mails" />} description={t.mailsLead}>
        {error && !data ? (
          <LoadFailure title={t.notLoaded} error={error} onRetry={refetch} />
        ) : !data ? (
          <>
            <LoadingSaid />
            <SwitchesLoading count={kinds.length} />
            <Skeleton className="h-10 w-32" />
          </>
        ) : (
          <>
            <div className="flex flex-col gap-3">
              {kinds.map((kind) => (
                <Checkbox
                  key={kind}
                  name={kind}
                  label={t[kind]}
                  help={t[`${kind}Help`]}
                  checked={changes[kind] ?? data[kind]}
                  onChange={(wanted) => setChanges((before) => ({ ...before, [kind]: wanted }))}
                />
              ))}
            </div>
            <SaveLine
              label={t.save}
              busy={save.isPending}
              onSave={() => save.mutate(changes, { onSuccess: () => setChanges({}) })}
            />
          </>
        )}
      </Matter>
      <Matter level="h2" title={t.later}>
        <Alert title={t.comingSoon}>{t.comingSoonText}</Alert>
        <div className="grid gap-5 @md:grid-cols-2">
          {(
            [
              [t.mailKinds, mailKinds],
              [t.push, pushSettings],
            ] as const
          ).map(([name, settings]) => (
            <fieldset key={name} className="flex flex-col gap-3">
              <legend className="mb-3 text-md font-medium text-text">{name}</legend>
              {settings.map((setting) => (
                <Checkbox key={setting} label={t[setting]} checked={false} onChange={() => {}} disabled />
              ))}
            </fieldset>
          ))}
        </div>
      </Matter>
    </div>
  );
}
