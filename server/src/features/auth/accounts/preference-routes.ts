import {
  type Appearance,
  getAppearance,
  setAppearance,
} from '@parlance/contract/endpoints/account/preferences';
import { type Registration, route } from '../../../kit/http/route.ts';
import { appearanceOf, upsertAppearance } from '../queries/preferences.ts';

const present = (row: Awaited<ReturnType<typeof appearanceOf>>): Appearance => ({
  theme: row?.theme ?? null,
  language: row?.preferred_locale ?? null,
  timezone: row?.time_zone ?? null,
});

/** How a person wants the application to look, and by which clock their days begin. */
export const preferenceRoutes: Registration[] = [
  route(getAppearance, async ({ db }, { caller }) => present(await appearanceOf(db, caller.userId))),
  route(setAppearance, async ({ db, clock }, { caller, body }) =>
    present(await upsertAppearance(db, caller.userId, body, clock())),
  ),
];
