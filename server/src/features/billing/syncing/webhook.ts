import { AppError } from '../../../kit/errors.ts';
import type { Plugin } from '../../../kit/http/route.ts';
import { isSigned } from '../stripe/signature.ts';
import { eventShape, receiveEvent } from './events.ts';

/** Where Stripe tells that something changed: checked over the bytes as they came, stored once, answered; a job does the rest. */
export const stripeWebhook: Plugin = {
  plugin(app, context) {
    const { config, clock, log } = context;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(/^application\/json\s*(;.*)?$/i, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    app.post('/webhooks/stripe', async (request, reply) => {
      if (!config.stripe) throw new AppError('not_found');
      const header = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSigned(config.stripe.webhookSecret, body, header, clock()))
        throw new AppError('unauthenticated');
      const event = eventShape.safeParse(parsed(body));
      if (event.success) await receiveEvent(context, event.data);
      else log.warn({ requestId: request.id }, 'what Stripe signed is no event that this program reads');
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  },
};

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
