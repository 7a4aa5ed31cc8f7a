import { setPrivacyPreferences } from '@parlance/contract/endpoints/account/consents';
import { setHelp } from '@parlance/contract/endpoints/account/help';
import { getNotifications, setNotifications } from '@parlance/contract/endpoints/account/notifications';
import { getAppearance, setAppearance } from '@parlance/contract/endpoints/account/preferences';
import { getDeletion } from '@parlance/contract/endpoints/account/privacy';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { privacyQuery } from '../../lib/queries/consents.ts';
import { helpQuery } from '../../lib/queries/help.ts';
import { reportOutcome, showToast } from '../../ui/toasts/toasts.ts';
import { texts } from './texts.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['preferences', 'notifications'],
  queryFn: ({ signal }) => call(getNotifications, { signal }),
});
export const appearanceQuery = queryOptions({
  queryKey: ['preferences', 'appearance'],
  queryFn: ({ signal }) => call(getAppearance, { signal }),
});
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: ({ signal }) => call(getDeletion, { signal }),
});

/** A save that says how it went, and leaves what the server keeps in the cache. */
function useSave<Sent, Kept>(queryKey: readonly unknown[], send: (sent: Sent) => Promise<Kept>) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const outcome = reportOutcome(t.saveError);
  return useMutation({
    mutationFn: send,
    onSuccess(kept) {
      client.setQueryData(queryKey, kept);
      outcome.succeeded();
      showToast({ tone: 'success', title: t.saved });
    },
    onError() {
      outcome.failed(t.saveFailed);
      // Another version of the policy may be why.
      void client.invalidateQueries({ queryKey });
    },
  });
}

type Sent<E extends Parameters<typeof call>[0]> = Parameters<typeof call<E>>[1]['body'];

export const useSaveNotifications = () =>
  useSave(notificationsQuery.queryKey, (body: NonNullable<Sent<typeof setNotifications>>) =>
    call(setNotifications, { body }),
  );
export const useSaveAppearance = () =>
  useSave(appearanceQuery.queryKey, (body: NonNullable<Sent<typeof setAppearance>>) =>
    call(setAppearance, { body }),
  );
export const useSavePrivacy = () =>
  useSave(privacyQuery.queryKey, (body: NonNullable<Sent<typeof setPrivacyPreferences>>) =>
    call(setPrivacyPreferences, { body }),
  );
export const useSaveHelp = () =>
  useSave(helpQuery.queryKey, (body: NonNullable<Sent<typeof setHelp>>) => call(setHelp, { body }));
