import {
  type PrivacyPreferences,
  setPrivacyPreferences,
} from '@parlance/contract/endpoints/account/consents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { privacyQuery } from '../../../lib/queries/consents.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { PolicyNotice } from '../../settings/privacy/PolicyNotice.tsx';
import { policyTexts } from '../../settings/privacy/policy-texts.ts';

/** Asks whether what somebody agreed to holds for the policy as it is now; a yes is one more consent. */
export function NewPolicy({ preferences }: { preferences: PrivacyPreferences }) {
  const t = useTexts(policyTexts);
  const client = useQueryClient();
  const outcome = reportOutcome(t.failed);
  const { queryKey } = privacyQuery;
  const confirm = useMutation({
    mutationFn() {
      const { consentVersion: _, updatedAt: __, currentVersion, ...choices } = preferences;
      return call(setPrivacyPreferences, { body: { ...choices, consentVersion: currentVersion } });
    },
    onSuccess(kept) {
      client.setQueryData(queryKey, kept);
      outcome.succeeded();
      showToast({ tone: 'success', title: t.confirmed });
    },
    onError(error) {
      outcome.failed(sentenceOf(error));
      // Yet another version may be why.
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <PolicyNotice
      policy={preferences}
      busy={confirm.isPending}
      onConfirm={() => confirm.mutate()}
      review={
        <ButtonLink size="sm" to="/settings?tab=privacy">
          {t.review}
        </ButtonLink>
      }
    />
  );
}
