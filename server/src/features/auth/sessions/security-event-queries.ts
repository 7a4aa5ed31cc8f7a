import { sql } from 'kysely';
import { encodeJson, type Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';

export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface NewSecurityEvent {
  id: string;
  userId: string;
  origin: 'server' | 'browser';
  event: string;
  severity: Severity;
  details: Metadata;
  userAgent: string | null;
  /** Truncated network address. */
  address: string | null;
  now: Date;
}

export const insertSecurityEvent = (db: Db, event: NewSecurityEvent) =>
  db
    .insertInto('security_events')
    .values({
      id: event.id,
      user_id: event.userId,
      origin: event.origin,
      event: event.event,
      severity: event.severity,
      details: encodeJson(event.details),
      user_agent: event.userAgent,
      address: event.address,
      created_at: event.now,
    })
    .execute();

/** Deletes all but the newest of what a browser told; what the server noticed stays. */
export const pruneBrowserEvents = (db: Db, userId: string, count: number) =>
  sql`
  delete from security_events where user_id = ${userId} and origin = 'browser' and id in (
    select id from security_events where user_id = ${userId} and origin = 'browser'
    order by created_at desc, id desc offset ${count}
  )
`.execute(db);

export const deleteOldSecurityEvents = (db: Db, before: Date) =>
  db.deleteFrom('security_events').where('created_at', '<', before).execute();
