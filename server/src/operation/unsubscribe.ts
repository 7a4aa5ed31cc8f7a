import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { escapeHtml } from '../kit/formats/html.ts';
import { buildPageHeaders } from '../kit/http/headers.ts';
import { languageOf, type Registration } from '../kit/http/route.ts';
import type { OptionalMailKind } from '../kit/mail/mail.ts';
import { page } from './html-page.ts';

const texts = defineTexts({
  title: { fr: 'Emails de Parlance', en: 'Emails from Parlance' },
  important: {
    fr: 'les emails sur les événements importants (limites, chatbots à l’arrêt)',
    en: 'emails about important events (limits, chatbots that stopped)',
  },
  activity: { fr: 'les résumés d’activité', en: 'activity summaries' },
  marketing: { fr: 'les nouveautés et les offres', en: 'news and offers' },
  ask: {
    fr: (what: string) => `Ne plus recevoir ${what}\u00a0?`,
    en: (what: string) => `Stop receiving ${what}?`,
  },
  stays: {
    fr: 'Les emails de sécurité et de facturation continueront d’arriver.',
    en: 'Emails about security and payments will still arrive.',
  },
  button: { fr: 'Se désabonner', en: 'Unsubscribe' },
  done: {
    fr: (what: string) => `C’est fait\u00a0: vous ne recevrez plus ${what}.`,
    en: (what: string) => `Done: you will no longer receive ${what}.`,
  },
  settings: { fr: 'Changer mes préférences', en: 'Change my preferences' },
  invalidTitle: { fr: 'Lien non valable', en: 'Invalid link' },
  invalid: {
    fr: 'Ce lien est incomplet, ou son compte n’existe plus. Vous pouvez choisir vos emails dans vos paramètres.',
    en: 'This link is incomplete, or its account no longer exists. You can choose your emails in your settings.',
  },
});

interface Wishes {
  readUnsubscribe(
    context: Context,
    token: string,
  ): Promise<{ ownerId: string; kind: OptionalMailKind; language: Language } | undefined>;
  unsubscribe(context: Context, wish: { ownerId: string; kind: OptionalMailKind }): Promise<void>;
}

/**
 * Where a mail's link to decline it leads, without a sign-in. Opening it asks: programs that look through mails follow every
 * link. Mail readers post there by themselves (RFC 8058), as does the page's one button.
 */
export const unsubscribePage = ({ readUnsubscribe, unsubscribe }: Wishes): Registration => ({
  plugin(app, context) {
    // Of what is posted nothing is read: the address says it all.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null),
    );
    app.route({
      method: ['GET', 'POST'],
      url: '/unsubscribe',
      handler: async (request, reply) => {
        const { token } = request.query as { token?: unknown };
        const wish = typeof token === 'string' ? await readUnsubscribe(context, token) : undefined;
        const language = wish?.language ?? languageOf(request);
        const t = speak(texts, language);
        const settings = `<p><a href="/settings">${t.settings}</a></p>`;
        if (!wish)
          return send(
            reply.code(404),
            language,
            t.invalidTitle,
            `<p>${escapeHtml(t.invalid)}</p>${settings}`,
          );
        const what = t[wish.kind];
        if (request.method === 'POST') {
          await unsubscribe(context, wish);
          return send(reply, language, t.title, `<p>${escapeHtml(t.done(what))}</p>${settings}`);
        }
        const body = `<p>${escapeHtml(t.ask(what))}</p><form method="post"><button>${t.button}</button></form><p class="meta">${escapeHtml(t.stays)}</p>`;
        return send(reply, language, t.title, body);
      },
    });
  },
});

const send = (reply: FastifyReply, language: Language, title: string, body: string) =>
  reply
    .headers(buildPageHeaders({}))
    .header('cache-control', 'no-store')
    // The address holds the token: it goes to nobody.
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page({ language, title, body }));
