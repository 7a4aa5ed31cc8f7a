import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../kit/errors.ts';
import type { Plugin } from '../../../kit/http/route.ts';
import { channelEvents } from '../../../kit/metrics.ts';
import { endSetup } from '../health/setup.ts';
import type { Platforms } from '../platforms/platform.ts';
import { type ChannelRow, channelForDelivery, channelsForDelivery } from '../records/channels.ts';
import { openChannel } from '../records/credentials.ts';
import { takeDelivery } from './deliveries.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** More numbers than one business account may have. */
const maxAccounts = 50;

/**
 * Where platforms deliver what visitors wrote. Checked over the bytes as they came, stored once by the sender's own id, answered;
 * a job does the rest. Whoever can't prove to be the platform learns nothing, not even whether there is such a chatbot.
 */
export const channelWebhooks = (platforms: Platforms): Plugin => ({
  plugin(app, context) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(/^application\/json\s*(;.*)?$/i, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const platform of Object.values(platforms)) {
      const url = `/webhooks/${platform.name}/:chatbotId`;
      const find = async (request: FastifyRequest) => {
        const { chatbotId } = request.params as { chatbotId: string };
        if (!uuid.test(chatbotId)) return undefined;
        const row = await channelForDelivery(context.db, chatbotId, platform.name);
        return row && { row, opened: openChannel(context.secrets, row) };
      };

      /** Channels of other accounts that it tells of: one address may serve several, each under its own secret. */
      const othersIn = async (read: unknown, { account_id }: ChannelRow) => {
        const accounts = platform.accountsIn?.(read).filter((account) => account !== account_id) ?? [];
        const rows = await channelsForDelivery(context.db, platform.name, accounts.slice(0, maxAccounts));
        return rows.map((row) => ({ row, opened: openChannel(context.secrets, row) }));
      };

      app.post(url, { bodyLimit: platform.maxDeliveryBytes }, async (request, reply) => {
        const found = await find(request);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!found || !platform.isFromPlatform(found.opened, request.headers, body)) {
          channelEvents.inc({ platform: platform.name, outcome: 'refused' });
          throw new AppError('unauthenticated');
        }
        const read = parsed(body);
        const others = (await othersIn(read, found.row)).filter(({ opened }) =>
          platform.isFromPlatform(opened, request.headers, body),
        );
        for (const { row, opened } of [found, ...others]) {
          await takeDelivery(context, row, platform.read(opened, read));
          await endSetup(context, row);
        }
        return reply.header('cache-control', 'no-store').code(200).send();
      });

      if (!platform.handshake) continue;
      app.get(url, async (request, reply) => {
        const found = await find(request);
        const challenge =
          found && platform.handshake?.(found.opened, request.query as Record<string, unknown>);
        if (!found || challenge === undefined) throw new AppError('forbidden');
        await endSetup(context, found.row);
        return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(challenge);
      });
    }
  },
});

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
