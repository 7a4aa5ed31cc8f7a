import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { isPolicyNew, privacyQuery } from '../../../lib/queries/consents.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { LoadingSaid, Matter } from '../../profile/Section.tsx';
import { useSavePrivacy } from '../queries.ts';
import { SaveLine } from '../SaveLine.tsx';
import { SwitchesLoading } from '../SwitchesLoading.tsx';
import { texts } from '../texts.ts';
import { PolicyNotice } from './PolicyNotice.tsx';
import { privacyTexts } from './texts.ts';

const toggles = [
  'performanceCookies',
  'cookieUsage',
  'analyticsTracking',
  'dataCollection',
  'dataSharingThirdParties',
  'marketingCommunications',
] as const;
type Toggle = (typeof toggles)[number];

const groups = [
  ['cookies', ['functionalCookies', 'performanceCookies', 'cookieUsage']],
  ['measures', ['analyticsTracking', 'dataCollection']],
  ['sharing', ['dataSharingThirdParties', 'marketingCommunications']],
] as const;

/** What somebody agrees to; each save is one consent, to the version that was shown. */
export function Privacy() {
  const s = useTexts(texts);
  const t = useTexts(privacyTexts);
  const format = useFormat();
  const { data, error, refetch } = useQuery(privacyQuery);
  const save = useSavePrivacy();
  const [changes, setChanges] = useState<Partial<Record<Toggle, boolean>>>({});
  if (error && !data) return <LoadFailure title={s.notLoaded} error={error} onRetry={refetch} />;
  const info = (
    <Alert
      action={
        <a href="/privacy" target="_blank" rel="noreferrer" className="text-md text-link underline">
          {t.policy}
        </a>
      }
    >
      {t.info}
    </Alert>
  );
  if (!data)
    return (
      <div className="flex flex-col gap-4">
        <LoadingSaid />
        {info}
        {groups.map(([group, names]) => (
          <Matter key={group} level="h2" title={t[group]}>
            <SwitchesLoading count={names.length} />
          </Matter>
        ))}
        <Matter level="h2" title={t.legal}>
          <SwitchesLoading count={3} />
        </Matter>
      </div>
    );
  const chosen = Object.fromEntries(toggles.map((name) => [name, changes[name] ?? data[name]])) as Record<
    Toggle,
    boolean
  >;
  const keep = () =>
    save.mutate({ ...chosen, consentVersion: data.currentVersion }, { onSuccess: () => setChanges({}) });
  return (
    <div className="flex flex-col gap-4">
      {info}
      {isPolicyNew(data) && <PolicyNotice policy={data} busy={save.isPending} onConfirm={keep} />}
      {groups.map(([group, names]) => (
        <Matter key={group} level="h2" title={t[group]}>
          <div className="flex flex-col gap-3">
            {names.map((name) => (
              <Checkbox
                key={name}
                name={name}
                label={t[name]}
                help={t[`${name}Help`]}
                checked={name === 'functionalCookies' || chosen[name]}
                disabled={name === 'functionalCookies'}
                onChange={(agreed) => setChanges((before) => ({ ...before, [name]: agreed }))}
              />
            ))}
          </div>
        </Matter>
      ))}
      <Matter level="h2" title={t.legal} tip={<HelpTip about="consent" />}>
        <dl className="grid gap-x-6 gap-y-2 text-md @sm:grid-cols-[12rem_minmax(0,1fr)]">
          {[
            [t.updatedAt, data.updatedAt ? format.moment(data.updatedAt) : t.never],
            [t.consentVersion, data.consentVersion ?? t.none],
            [t.currentVersion, data.currentVersion],
          ].map(([name, fact]) => (
            <div key={name} className="flex flex-col @sm:col-span-2 @sm:grid @sm:grid-cols-subgrid">
              <dt className="font-medium text-text">{name}</dt>
              <dd className="text-text-2">{fact}</dd>
            </div>
          ))}
        </dl>
        <SaveLine label={t.savePreferences} busy={save.isPending} onSave={keep} />
      </Matter>
    </div>
  );
}
