import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { type FieldErrors, useForm } from '../../../lib/forms/form.ts';
import { websiteAddress } from '../../../lib/forms/website.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { type ProfileValues, profileQuery, sameProfile, useSaveProfile } from '../queries.ts';
import { texts } from '../texts.ts';

/** The values as they are saved and compared: without the spaces around them. */
const trimValues = (values: ProfileValues): ProfileValues => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  website: values.website.trim() && (websiteAddress(values.website) ?? values.website.trim()),
  updates: values.updates,
});

/** The form of a profile that may be changed elsewhere meanwhile; `latest` is what the server holds. */
export function useProfileForm(userId: string, latest: ProfileValues) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const save = useSaveProfile(userId);
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
        const held = await client.fetchQuery({ ...profileQuery(userId), staleTime: 0 });
        // Somebody else's version is replaced only by who was shown it.
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

  return {
    form,
    isDirty,
    /** Whether both this form and what the server holds have gone on since it started. */
    isElsewhere,
    takeLatest: () => adopt(latest),
    discard() {
      form.clear();
      adopt(latest);
    },
  };
}
