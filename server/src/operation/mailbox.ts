import { defineTexts, speak } from '@parlance/contract/i18n';
import { AppError } from '../kit/errors.ts';
import { escapeHtml } from '../kit/formats/html.ts';
import { buildPageHeaders } from '../kit/http/headers.ts';
import { languageOf, type Registration } from '../kit/http/route.ts';
import { isLocal } from './health.ts';
import { page } from './html-page.ts';

const texts = defineTexts({
  title: { fr: 'Boîte aux lettres de développement', en: 'Development mailbox' },
  about: {
    fr: 'Aucun serveur SMTP n’est configuré : les emails arrivent ici.',
    en: 'No SMTP server is configured, so emails arrive here.',
  },
  empty: { fr: 'Aucun email pour l’instant.', en: 'No email yet.' },
  to: { fr: 'À', en: 'To' },
});

const maxShown = 100;

/** Mails in the browser, while no SMTP is configured and the server listens on this machine only. */
export const mailbox: Registration = {
  plugin(app, { db, config }) {
    app.addHook('onRequest', async (request) => {
      if (config.smtpUrl !== undefined || !config.listensLocally || !isLocal(request))
        throw new AppError('not_found');
    });
    const newest = (to?: unknown) =>
      db
        .selectFrom('mails')
        .selectAll()
        .$if(typeof to === 'string', (query) => query.where('recipient', '=', String(to)))
        .orderBy('id', 'desc')
        .limit(maxShown)
        .execute();

    app.get('/dev/mailbox.json', async (request, reply) => {
      const { to } = request.query as { to?: unknown };
      const mails = (await newest(to)).map(({ recipient, subject, html, text, headers, created_at }) => ({
        to: recipient,
        subject,
        html,
        text,
        headers,
        createdAt: created_at.toISOString(),
      }));
      return reply.header('cache-control', 'no-store').send(mails);
    });

    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      app.delete(url, async (_request, reply) => {
        await db.deleteFrom('mails').execute();
        return reply.code(204).send();
      });
    }

    app.get('/dev/mailbox', async (request, reply) => {
      const language = languageOf(request);
      const t = speak(texts, language);
      const mails = await newest();
      const items = mails.map(
        (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">${t.to} ${escapeHtml(mail.recipient)} · <time>${mail.created_at.toISOString()}</time></p>
<p class="meta text">${escapeHtml(
          Object.entries(mail.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n'),
        )}</p>
<p class="text">${linked(escapeHtml(mail.text))}</p></article>`,
      );
      return reply
        .headers(buildPageHeaders({}))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          page({
            language,
            title: t.title,
            body: `<p class="lead">${t.about}</p>${items.join('') || `<p>${t.empty}</p>`}`,
          }),
        );
    });
  },
};

const linked = (text: string) =>
  text.replace(/https?:\/\/[^\s<>"']+/g, (url) => `<a href="${url}">${url}</a>`);
