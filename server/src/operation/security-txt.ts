import { AppError } from '../kit/errors.ts';
import type { Registration } from '../kit/http/route.ts';

const yearMs = 365 * 86_400_000;

/** RFC 9116, where the operator names a contact. */
export const securityTxt: Registration = {
  plugin(app, { config, clock }) {
    app.get('/.well-known/security.txt', async (_request, reply) => {
      if (!config.hasContact) throw new AppError('not_found');
      const expires = new Date(clock().getTime() + yearMs).toISOString();
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: mailto:${config.supportEmail}\nExpires: ${expires}\nPreferred-Languages: fr, en\n`);
    });
  },
};
