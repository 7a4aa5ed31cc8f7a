import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import type { AnyPlatform, Warning } from '../platforms/platform.ts';
import { reconnectChannel } from '../queue.ts';
import { type ChannelRow, proposeSecret, takeSecret } from '../records/channels.ts';
import { newWebhookSecret, openChannel } from '../records/credentials.ts';
import { callbackUrlOf } from '../records/presenter.ts';

/**
 * Has the platform deliver to us under a secret that is made anew. Both are believed until it has taken the new one: a platform that
 * is out of reach goes on delivering under the one that it knows.
 */
export async function register(
  context: Context,
  platform: AnyPlatform,
  row: ChannelRow,
): Promise<Warning | undefined> {
  const { config, db, secrets } = context;
  const proposed = await proposeSecret(db, row, newWebhookSecret(secrets, row.id));
  if (proposed === undefined) return undefined;
  const channel = openChannel(secrets, { ...row, webhook_secret: proposed });
  const warning = await platform.connect(context, channel, callbackUrlOf(config, row));
  await takeSecret(db, row, proposed);
  return warning;
}

/** Has our address registered anew, as a part of the caller's transaction where there is one. */
export const enqueueReconnect = (
  db: Db,
  { id: channelId, owner_id: ownerId }: Pick<ChannelRow, 'id' | 'owner_id'>,
  now: Date,
) => enqueue(db, reconnectChannel, { channelId }, { now, ownerId, dedupeKey: channelId });
