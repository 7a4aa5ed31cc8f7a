import { randomToken } from '../../../kit/ids.ts';
import type { SealedColumn } from '../../../kit/secrets/resealing.ts';
import type { Secrets } from '../../../kit/secrets/secrets.ts';
import type { OpenChannel } from '../platforms/platform.ts';
import type { ChannelRow } from './channels.ts';

const credentialsAt = (id: string) => `channels.credentials.${id}`;
const webhookSecretAt = (id: string) => `channels.webhook_secret.${id}`;

/** What channels sign in with, and what their platforms show; of those to be let go of, too, which keep their ids. */
export const sealedOfChannels: readonly SealedColumn[] = [
  { table: 'channels', column: 'credentials', key: 'id', place: credentialsAt },
  { table: 'channels', column: 'webhook_secret', key: 'id', place: webhookSecretAt },
  { table: 'channels', column: 'next_webhook_secret', key: 'id', place: webhookSecretAt },
  { table: 'channel_closures', column: 'credentials', key: 'id', place: credentialsAt },
];

export const sealCredentials = (secrets: Secrets, id: string, credentials: unknown): string =>
  secrets.encrypt(JSON.stringify(credentials), credentialsAt(id));

/** A secret of 256 bits for one registration: what a platform shows with each delivery. */
export const newWebhookSecret = (secrets: Secrets, id: string): string =>
  secrets.encrypt(randomToken(32), webhookSecretAt(id));

/** A channel with its secrets; what is opened is never kept. */
export function openChannel(
  secrets: Secrets,
  row: Pick<ChannelRow, 'id' | 'credentials' | 'account_id' | 'facts'> &
    Partial<Pick<ChannelRow, 'webhook_secret' | 'next_webhook_secret'>>,
): OpenChannel {
  const next = row.next_webhook_secret ?? null;
  return {
    id: row.id,
    credentials: JSON.parse(secrets.decrypt(row.credentials, credentialsAt(row.id))),
    webhookSecret:
      row.webhook_secret === undefined ? '' : secrets.decrypt(row.webhook_secret, webhookSecretAt(row.id)),
    nextWebhookSecret: next === null ? null : secrets.decrypt(next, webhookSecretAt(row.id)),
    accountId: row.account_id,
    facts: row.facts,
  };
}
