import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { configQuery } from '../../../lib/calls/config.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { websiteAddress } from '../../../lib/forms/website.ts';
import { chooseLanguage, useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { WebsiteInput } from '../../auth/parts/WebsiteInput.tsx';
import { type ProfileValues, profileQuery, sameProfile, useSaveProfile } from '../queries.ts';
import { LoadingSaid, Section } from '../Section.tsx';
import { texts } from '../texts.ts';

const LeaveDialog = onDemand(() => import('./LeaveDialog.tsx').then((file) => file.LeaveDialog));

/** Each language names itself. */
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

/** As high as the form, so that nothing jumps when it comes. */
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

/** What one saves, and how it is compared: without the spaces around it. */
const trimValues = (values: ProfileValues): ProfileValues => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  website: values.website.trim() && (websiteAddress(values.website) ?? values.website.trim()),
  updates: values.updates,
});

/** A button that leaves with its press hands the focus on to the form's own. */
const keepFocusIn = (button: HTMLButtonElement) =>
  button.form?.querySelector<HTMLElement>('[type=submit]')?.focus();

function PersonalForm({ latest }: { latest: ProfileValues }) {
  const t = useTexts(texts);
  const { id, email = '' } = useUser();
  const { data: config } = useQuery(configQuery);
  const client = useQueryClient();
  const save = useSaveProfile(id);
  /** What the form started from; what the server holds may have gone on since. */
  const [start, setStart] = useState(latest);
  const known = useRef(latest);

  const form = useForm({
    initial: start,
    told: reportOutcome(t.profileFailed),
    draft: 'profile',
    validate(values) {
      const errors: FieldErrors<ProfileValues> = {};
      if (!values.firstName.trim()) errors.firstName = t.required;
      if (!values.lastName.trim()) errors.lastName = t.required;
      if (values.website.trim() && !websiteAddress(values.website)) errors.website = t.websiteFormat;
      return errors;
    },
    async submit(typed, fail) {
      const values = trimValues(typed);
      try {
        const held = await client.fetchQuery({ ...profileQuery(id), staleTime: 0 });
        // Somebody else's version is replaced only by who was told of it.
        if (!sameProfile(held, start) && !sameProfile(held, known.current)) return undefined;
        await save.mutateAsync(values);
        adopt(values);
        showToast({ tone: 'success', title: t.profileSaved });
      } catch (error) {
        return fail(sentenceOf(error));
      }
      return undefined;
    },
  });
  const isDirty = !sameProfile(trimValues(form.values), trimValues(start));
  const isElsewhere = isDirty && !sameProfile(latest, start);

  const adopt = (values: ProfileValues) => {
    setStart(values);
    known.current = values;
    for (const [name, value] of Object.entries(values)) form.set(name, value);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server holds calls for it
  useEffect(() => {
    if (!isDirty && !sameProfile(latest, start)) adopt(latest);
    known.current = latest;
  }, [latest]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const support = config?.supportEmail;

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
                adopt(latest);
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
                form.clear();
                adopt(latest);
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

/** At once, without a button: one sees what one has chosen. The profile keeps it for other devices. */
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
