import { getPrivacyPreferences, setPrivacyPreferences } from '@parlance/contract/endpoints/account/consents';
import { getHelp, setHelp } from '@parlance/contract/endpoints/account/help';
import { getNotifications, setNotifications } from '@parlance/contract/endpoints/account/notifications';
import {
  type Appearance,
  getAppearance,
  setAppearance,
} from '@parlance/contract/endpoints/account/preferences';
import { type Registration, route } from '../../../kit/http/route.ts';
import {
  appearanceOf,
  helpOf,
  notificationsOf,
  upsertAppearance,
  upsertHelp,
  upsertNotifications,
} from '../queries/preferences.ts';
import { keepConsent, type Policy, privacyPreferencesOf } from './consents.ts';

const present = (row: Awaited<ReturnType<typeof appearanceOf>>): Appearance => ({
  theme: row?.theme ?? null,
  language: row?.preferred_locale ?? null,
  timezone: row?.time_zone ?? null,
});

/** How a person wants the application to look, by which clock their days begin, what they want to be told and agree to. */
export const preferenceRoutes = (policy: Policy): Registration[] => [
  route(getAppearance, async ({ db }, { caller }) => present(await appearanceOf(db, caller.userId))),
  route(setAppearance, async ({ db, clock }, { caller, body }) => {
    await upsertAppearance(db, caller.userId, body, clock());
    return present(await appearanceOf(db, caller.userId));
  }),
  route(getNotifications, ({ db }, { caller }) => notificationsOf(db, caller.userId)),
  route(setNotifications, async ({ db, clock }, { caller, body }) => {
    await upsertNotifications(db, caller.userId, body, clock());
    return notificationsOf(db, caller.userId);
  }),
  route(getHelp, ({ db }, { caller }) => helpOf(db, caller.userId)),
  route(setHelp, async ({ db, clock }, { caller, body }) => {
    await upsertHelp(db, caller.userId, body, clock());
    return helpOf(db, caller.userId);
  }),
  route(getPrivacyPreferences, ({ db }, { caller }) => privacyPreferencesOf(db, caller.userId, policy)),
  route(setPrivacyPreferences, async (context, { caller, body, language, address }) => {
    const {
      consentVersion: shownVersion,
      functionalCookies: _,
      updatedAt: __,
      currentVersion: ___,
      ...toggles
    } = body;
    const ownerId = caller.userId;
    await keepConsent(context, policy, { toggles, ownerId, shownVersion, language, address });
    return privacyPreferencesOf(context.db, ownerId, policy);
  }),
];
