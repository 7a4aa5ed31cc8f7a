import { chooseLanguage, useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useUser } from '../../../lib/session/session.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { profileQuery } from '../queries.ts';
import { LoadingSaid, Section } from '../Section.tsx';
import { texts } from '../texts.ts';
import { PersonalForm } from './PersonalForm.tsx';

/** The languages, each by its own name. */
const languageOptions = [
  { value: 'fr', label: 'Français', lang: 'fr' },
  { value: 'en', label: 'English', lang: 'en' },
] as const;

export function PersonalInformation() {
  const t = useTexts(texts);
  const { id } = useUser();
  const { data: profile, error, refetch } = useQuery(profileQuery(id));
  return (
    <Section id="personal" title={t.personal} description={t.personalLead}>
      <Card as="div">
        {profile ? (
          <PersonalForm latest={profile} />
        ) : error ? (
          <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <PersonalLoading />
        )}
      </Card>
      <LanguageChoice />
    </Section>
  );
}

/** A placeholder as high as the form, so that nothing jumps when it comes. */
function PersonalLoading() {
  const label = <Skeleton className="h-[1.1rem] w-24" />;
  const field = (
    <div className="flex flex-col gap-1.5">
      {label}
      <Skeleton className="h-10 w-full" />
    </div>
  );
  return (
    <div className="flex flex-col gap-4">
      <LoadingSaid />
      <div className="grid gap-4 @lg:grid-cols-2">
        {field}
        {field}
      </div>
      <div className="flex flex-col gap-1.5">
        {label}
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-[2.2rem] w-full @lg:h-[1.1rem] @lg:w-96" />
      </div>
      {field}
      <Skeleton className="h-5.5 w-64 max-w-full" />
      <Skeleton className="h-10 w-30" />
    </div>
  );
}

/**
 * The choice of language, which takes effect without a button: one sees what one has chosen. The profile keeps it for
 * other devices.
 */
function LanguageChoice() {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Card as="div">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-0.5">
          <h3 className="display-type text-lg">{t.language}</h3>
          <p className="text-sm text-text-3">{t.languageHelp}</p>
        </div>
        <Segmented label={t.language} value={language} options={languageOptions} onChange={chooseLanguage} />
      </div>
    </Card>
  );
}
