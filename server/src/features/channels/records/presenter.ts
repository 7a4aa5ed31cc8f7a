import type { Channel } from '@parlance/contract/endpoints/channels';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { Config } from '../../../config.ts';
import type { OpenChannel } from '../platforms/platform.ts';
import type { ChannelRow } from './channels.ts';
import { isToSetUp, statusOf } from './steps.ts';

/** Where a platform delivers what visitors of a chatbot write. */
export const callbackUrlOf = ({ publicUrl }: Config, { platform, id }: Pick<ChannelRow, 'platform' | 'id'>) =>
  `${publicUrl}/webhooks/${platform}/${id}`;

const told = (code: ErrorCode, language: Language) => ({ code, message: errors[code].title[language] });

/** A website chatbot is its own channel: where it is reached needs nothing that the chatbot does not know. */
export const presentWebsite = ({ publicUrl }: Config, chatbot: Chatbot): Channel => ({
  id: chatbot.id,
  chatbotId: chatbot.id,
  platform: 'website',
  name: chatbot.name,
  account: chatbot.name,
  link: `${publicUrl}/embed/${chatbot.publicId}`,
  status: 'ready',
  isPaused: chatbot.status === 'paused',
  steps: [],
  lastEventAt: chatbot.seenOn?.at ?? null,
  health: null,
  createdAt: chatbot.createdAt,
  ...(chatbot.error === undefined ? {} : { error: chatbot.error }),
});

/** A channel for its owner, told in `language`; of what it signs in with, the last four characters. */
export function presentChannel(
  config: Config,
  row: ChannelRow,
  { webhookSecret }: Pick<OpenChannel, 'webhookSecret'>,
  chatbot: Chatbot | undefined,
  language: Language,
): Channel {
  const { health, facts } = row;
  return {
    id: row.id,
    chatbotId: row.chatbot_id,
    platform: row.platform,
    name: chatbot?.name ?? row.name,
    account: row.account,
    link: row.link,
    status: statusOf(row.steps),
    isPaused: chatbot?.status === 'paused',
    steps: row.steps.map(({ name, status, code, detail }) => ({
      name,
      status,
      ...(code === undefined ? {} : told(code, language)),
      ...(detail === undefined ? {} : { detail }),
    })),
    lastEventAt: row.last_event_at?.toISOString() ?? null,
    last4: row.last4,
    health:
      health === null
        ? null
        : {
            status: healthStatusOf(health.findings),
            checkedAt: health.checkedAt,
            backlog: health.backlog,
            findings: health.findings.map(({ code, detail, at }) => ({
              ...told(code, language),
              ...(detail === undefined ? {} : { detail }),
              at,
            })),
            canReconnect: health.canReconnect,
            tokenExpiresAt: health.tokenExpiresAt,
          },
    ...(isToSetUp(row.steps)
      ? { setup: { callbackUrl: callbackUrlOf(config, row), verifyToken: webhookSecret } }
      : {}),
    ...(facts.numbers ? { numbers: facts.numbers } : {}),
    ...(chatbot?.error === undefined ? {} : { error: chatbot.error }),
    createdAt: row.created_at.toISOString(),
  };
}

const healthStatusOf = (findings: readonly { isGrave: boolean }[]) => {
  if (findings.some(({ isGrave }) => isGrave)) return 'error';
  return findings.length > 0 ? 'warning' : 'ok';
};
