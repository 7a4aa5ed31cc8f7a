import type { User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { type FieldErrors, useForm } from '../../../../lib/forms/form.ts';
import { websiteAddress } from '../../../../lib/forms/website.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { profiles } from '../../../../lib/session/profile.ts';
import { signOut, useSession } from '../../../../lib/session/session.ts';
import { ownPath } from '../../../../lib/session/wanted-page.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../../ui/buttons/Spinner.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome } from '../../../../ui/toasts/toasts.ts';
import { makeGoogleProfile } from '../../functions.ts';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { GoogleMark } from '../../parts/GoogleMark.tsx';
import { TermsCheckbox } from '../../parts/TermsCheckbox.tsx';
import { WebsiteInput } from '../../parts/WebsiteInput.tsx';
import { texts } from '../../texts.ts';
import { consentQuery } from './consent.ts';
import { consentTexts } from './texts.ts';

/** What people of the social provider agree to before anything else opens. */
export function GoogleConsent() {
  const w = useTexts(words);
  const session = useSession();
  const from = ownPath((useLocation().state as { from?: string } | null)?.from);
  if (session.status === 'loading') {
    return (
      <p role="status" className="flex items-center gap-3 text-md text-text-2">
        <Spinner size={24} className="text-accent-strong" />
        {w.loading}
      </p>
    );
  }
  if (session.status !== 'signedIn') return <Navigate to="/login" replace state={{ from }} />;
  if (session.user.app_metadata.provider !== 'google') return <Navigate to={from} replace />;
  return <ConsentForm user={session.user} from={from} />;
}

const initial = { terms: false, updates: false, website: '' };

interface Row {
  google_consent_completed: true;
  receive_updates: boolean;
  website?: string;
  updated_at: string;
}

/** Writes the consent into the person's own row, which is made first where it is missing. */
async function giveConsent(userId: string, row: Row): Promise<void> {
  for (const isLast of [false, true]) {
    const table = await profiles();
    const change = table.update(row).eq('id', userId);
    const { data, error } = await change.select('first_name, last_name').maybeSingle();
    if (error) throw error;
    if (data) {
      // The session's copy, by which the frame greets: when it fails, only the greeting is late.
      await auth.updateUser({ data });
      return;
    }
    if (isLast) throw new Error('The profile is missing');
    await makeGoogleProfile();
  }
}

function ConsentForm({ user, from }: { user: User; from: string }) {
  const t = useTexts(texts);
  const c = useTexts(consentTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: consent } = useQuery(consentQuery(user.id));
  const meta = user.user_metadata as Record<string, string | undefined>;

  const form = useForm({
    initial,
    told: reportOutcome(c.failed),
    draft: 'google-consent',
    validate(values) {
      const errors: FieldErrors<typeof initial> = {};
      if (values.website.trim() && !websiteAddress(values.website)) errors.website = t.websiteFormat;
      if (!values.terms) errors.terms = t.termsRequired;
      return errors;
    },
    async submit({ updates, website }, fail) {
      try {
        await giveConsent(user.id, {
          google_consent_completed: true,
          receive_updates: updates,
          ...(website.trim() ? { website: websiteAddress(website) } : {}),
          updated_at: new Date().toISOString(),
        });
      } catch {
        return fail(t.unknown);
      }
      form.forgetDraft();
      client.setQueryData(consentQuery(user.id).queryKey, 'given');
      await navigate(from, { replace: true });
      return undefined;
    },
  });

  if (consent === 'given') return <Navigate to={from} replace />;
  return (
    <div className="flex flex-col gap-6">
      <AuthHead title={c.title} lead={c.lead} />
      <div className="flex items-center gap-3 rounded-3 border border-line bg-surface p-4">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-text-2">
          <GoogleMark />
        </span>
        <p className="flex min-w-0 flex-col">
          <span className="visually-hidden">{c.account}</span>
          <span className="font-strong [overflow-wrap:anywhere]">{meta.full_name ?? meta.name}</span>
          <span className="text-sm text-text-2 [overflow-wrap:anywhere]">{user.email}</span>
        </p>
      </div>
      <form {...form.formProps} className="flex flex-col gap-4">
        {form.problem && <Alert tone="danger">{`${c.failed}. ${form.problem}`}</Alert>}
        <WebsiteInput {...form.field('website')} />
        <div className="flex flex-col gap-3 pt-1">
          <TermsCheckbox {...form.toggle('terms')} />
          <Checkbox {...form.toggle('updates')} label={t.updates} />
        </div>
        <Button type="submit" look="primary" size="lg" wide busy={form.busy} className="mt-1">
          {c.submit}
        </Button>
        <Button look="quiet" wide onClick={() => void signOut()}>
          {c.otherAccount}
        </Button>
      </form>
    </div>
  );
}
