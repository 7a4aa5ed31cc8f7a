import { createHmac } from 'node:crypto';
import { deviceNameOf } from '@parlance/contract/display/device';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { enqueueMail } from '../mails/mails.ts';
import { rememberDevice } from '../queries/known-devices.ts';
import { recordSecurityEvent } from './security-events.ts';

/** Where a request comes from, as far as the person may see it in the list of their sessions. */
export interface Device {
  userAgent: string | null;
  /** Truncated network address. */
  address: string;
}

/**
 * Remembers where a person signs in: a browser in a network. One that was never seen is told by mail, but for the
 * very first, and but for a recovery, whose end is told anyway.
 */
export async function registerDevice(
  context: Context,
  db: Db,
  { userId, device, scope }: { userId: string; device: Device; scope: 'account' | 'recovery' },
): Promise<void> {
  const name = deviceNameOf(device.userAgent);
  const hash = createHmac('sha256', context.secrets.derive('auth.known-devices'))
    .update(`${name ?? ''}\n${device.address}`)
    .digest();
  const seen = await rememberDevice(db, userId, hash, context.clock());
  if (seen === 'unknown')
    await recordSecurityEvent(context, db, { userId, event: 'sign_in_new_device', device });
  if (seen === 'unknown' && scope === 'account') {
    await enqueueMail(context, db, 'newSignIn', userId, { device: { name, network: device.address } });
  }
}
