import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { ChannelRow } from '../records/channels.ts';
import { isToSetUp, withStep } from '../records/steps.ts';

/** The platform has found its way to us: what its owner was to set up there by hand is done. */
export async function endSetup({ db }: Pick<Context, 'db'>, row: ChannelRow): Promise<void> {
  if (!isToSetUp(row.steps)) return;
  const steps = JSON.stringify(withStep(row.steps, 'credentials', 'done'));
  // Unless a job goes through them at this moment: it says itself how they end.
  await sql`
    update channels set steps = ${steps}::jsonb, facts = facts || '{"isSetUpByHand": true}'
     where id = ${row.id} and owner_id = ${row.owner_id} and steps = ${JSON.stringify(row.steps)}::jsonb`.execute(
    db,
  );
}
