import { chooseTheme, type Theme, useTheme } from '../../lib/browser/theme.ts';
import { chooseLanguage, useLanguage } from '../../lib/language/language.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { HelpTip } from '../help/HelpTip.tsx';
import { LinesLoading, Matter } from '../profile/Section.tsx';
import { Help } from './Help.tsx';
import { appearanceQuery, useSaveAppearance } from './queries.ts';
import { Saving } from './SaveLine.tsx';
import { texts } from './texts.ts';

/** Written in their own words, so that whoever landed in the wrong one finds theirs. */
const languages = [
  { value: 'fr', label: 'Français' },
  { value: 'en', label: 'English' },
] as const;

/** The zones that this browser knows, with the one that is kept, which it may know by another name. */
const zonesWith = (kept: string) =>
  [...new Set([kept, ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** Each choice holds at once, and is kept at once. */
export function Appearance() {
  const t = useTexts(texts);
  const theme = useTheme();
  const language = useLanguage();
  const save = useSaveAppearance();
  return (
    <div className="flex flex-col gap-4">
      <Matter
        level="h2"
        title={t.look}
        tip={<HelpTip about="look" />}
        description={t.lookLead}
        aside={<Saving busy={save.isPending} />}
      >
        <div className="grid gap-4 @md:grid-cols-2">
          <Select<Theme>
            label={t.theme}
            value={theme}
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t[value] }))}
            onChange={(chosen) => {
              chooseTheme(chosen);
              save.mutate({ theme: chosen });
            }}
          />
          <Select
            label={t.language}
            value={language}
            options={languages}
            onChange={(chosen) => {
              chooseLanguage(chosen);
              save.mutate({ language: chosen });
            }}
          />
        </div>
        <TimeZone onChange={(chosen) => save.mutate({ timezone: chosen })} />
      </Matter>
      <Help />
    </div>
  );
}

function TimeZone({ onChange }: { onChange: (zone: string) => void }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(appearanceQuery);
  if (error && !data) return <LoadFailure title={t.notLoaded} error={error} onRetry={refetch} />;
  if (!data) return <LinesLoading />;
  const kept = data.timezone ?? timezone();
  return (
    <Select
      label={t.timezone}
      help={t.timezoneHelp}
      value={kept}
      options={zonesWith(kept)}
      onChange={onChange}
    />
  );
}
