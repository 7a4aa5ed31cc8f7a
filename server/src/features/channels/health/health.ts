import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import { type AnyPlatform, PlatformError } from '../platforms/platform.ts';
import { type ChannelRow, channelsSharing, updateChannelRow } from '../records/channels.ts';
import { openChannel } from '../records/credentials.ts';
import { callbackUrlOf } from '../records/presenter.ts';
import { isToSetUp } from '../records/steps.ts';
import { keepIntroduced } from './introduction.ts';
import { endTrouble, reportTrouble, warnOfEnd } from './trouble.ts';

const toldForMs = 86_400_000;

/** Asks a platform how it sees a channel and keeps that; one that can't be reached says nothing new. */
export async function keepHealth(context: Context, platform: AnyPlatform, row: ChannelRow): Promise<void> {
  const { config, db, secrets, clock } = context;
  const checkedAt = clock().toISOString();
  const since = new Date(clock().getTime() - toldForMs).toISOString();
  // What it said by itself it does not say again when it is asked.
  const told = (row.health?.findings ?? []).filter(({ isTold, at }) => isTold && at !== null && at > since);
  try {
    const callbackUrls = [row, ...(await channelsSharing(db, row))].map((one) => callbackUrlOf(config, one));
    const known = { callbackUrls, isToSetUp: isToSetUp(row.steps), lastEventAt: row.last_event_at };
    const channel = openChannel(secrets, row);
    const seen = await platform.checkHealth(context, channel, known);
    await updateChannelRow(db, row.owner_id, row.id, {
      health: encodeJson({ checkedAt, ...seen, findings: [...seen.findings, ...told] }),
    });
    const grave = seen.findings.find(({ isGrave }) => isGrave);
    if (grave) await reportTrouble(context, row, grave);
    else if (row.told_broken_at !== null) await endTrouble(context, platform, row);
    if (!grave) await keepIntroduced(context, platform, row, channel);
    if (seen.tokenExpiresAt !== null) await warnOfEnd(context, row, seen.tokenExpiresAt);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { code, detail, failure } = error;
    // It answers, and will not have us: a permission is missing, or the app's secret is another one.
    const isGrave = failure !== 'unreachable' && failure !== 'limited';
    if (isGrave) await reportTrouble(context, row, error);
    const finding = {
      code,
      at: null,
      isGrave,
      ...(detail === undefined ? {} : { detail }),
    };
    const before = row.health;
    await updateChannelRow(db, row.owner_id, row.id, {
      health: encodeJson({
        checkedAt,
        backlog: before?.backlog ?? null,
        findings: [finding, ...told],
        canReconnect: false,
        tokenExpiresAt: before?.tokenExpiresAt ?? null,
      }),
    });
  }
}
