import { createHash } from 'node:crypto';
import type { PrivacyPreferences } from '@parlance/contract/endpoints/account/consents';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { truncateAddress } from '../../../kit/http/server/truncated-address.ts';
import { newId } from '../../../kit/ids.ts';
import { userForUpdate } from '../queries/accounts.ts';
import { insertConsent, newestConsent, wantedNewsAtSignUp } from '../queries/consents.ts';

/** The privacy policy in force, as people are shown it. */
export interface Policy {
  version: string;
  text(language: Language): string;
}

type Toggles = Omit<
  PrivacyPreferences,
  'functionalCookies' | 'consentVersion' | 'updatedAt' | 'currentVersion'
>;

export async function privacyPreferencesOf(
  db: Db,
  ownerId: string,
  policy: Policy,
): Promise<PrivacyPreferences> {
  const consent = await newestConsent(db, ownerId);
  return {
    functionalCookies: true,
    performanceCookies: consent?.performance_cookies ?? false,
    cookieUsage: consent?.cookie_usage ?? false,
    analyticsTracking: consent?.analytics_tracking ?? false,
    dataCollection: consent?.data_collection ?? false,
    dataSharingThirdParties: consent?.data_sharing_third_parties ?? false,
    marketingCommunications: consent?.marketing_communications ?? (await wantedNewsAtSignUp(db, ownerId)),
    consentVersion: consent?.policy_version ?? null,
    updatedAt: consent?.at.toISOString() ?? null,
    currentVersion: policy.version,
  };
}

/** Adds a record of what somebody says yes or no to; who was shown another version is to read this one first. */
export async function keepConsent(
  { db, clock }: Context,
  policy: Policy,
  given: {
    /** What is left out is as it was. */
    toggles: { [Name in keyof Toggles]?: boolean | undefined };
    ownerId: string;
    /** None: the version in force. */
    shownVersion: string | null | undefined;
    language: Language;
    address: string;
  },
): Promise<void> {
  const { toggles, ownerId, shownVersion, language } = given;
  if (shownVersion && shownVersion !== policy.version) throw new AppError('consent_version_outdated');
  await transaction(db, async (db) => {
    // One after another: each goes on from the one before.
    await userForUpdate(db, ownerId);
    const before = await privacyPreferencesOf(db, ownerId, policy);
    const now = clock();
    await insertConsent(db, {
      id: newId(now),
      owner_id: ownerId,
      at: now,
      policy_version: policy.version,
      policy_hash: createHash('sha256').update(policy.text(language)).digest(),
      language,
      address: truncateAddress(given.address),
      performance_cookies: toggles.performanceCookies ?? before.performanceCookies,
      cookie_usage: toggles.cookieUsage ?? before.cookieUsage,
      analytics_tracking: toggles.analyticsTracking ?? before.analyticsTracking,
      data_collection: toggles.dataCollection ?? before.dataCollection,
      data_sharing_third_parties: toggles.dataSharingThirdParties ?? before.dataSharingThirdParties,
      marketing_communications: toggles.marketingCommunications ?? before.marketingCommunications,
    });
  });
}
