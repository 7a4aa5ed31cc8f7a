import { join } from 'node:path';
import { defineTexts, isLanguage, type Language, speak } from '@parlance/contract/i18n';
import { AppError } from '../../kit/errors.ts';
import { escapeHtml } from '../../kit/formats/html.ts';
import { sendBuiltFile } from '../../kit/http/built-file.ts';
import { buildPageHeaders } from '../../kit/http/headers.ts';
import { languageOf, type Registration } from '../../kit/http/route.ts';
import { page } from '../html-page.ts';
import { type GuidePage, guideFolder, guidePages, isGuidePage, readPage } from './contents.ts';
import { guideStyle } from './style.ts';

const texts = defineTexts({
  guide: { fr: 'Guide de Parlance', en: 'Guide to Parlance' },
  other: { fr: 'English', en: 'Français' },
  app: { fr: 'Ouvrir Parlance', en: 'Open Parlance' },
  contents: { fr: 'Sur cette page', en: 'On this page' },
  pages: { fr: 'Toutes les pages', en: 'All pages' },
  turn: { fr: 'Page précédente et suivante', en: 'Previous and next page' },
  previous: { fr: 'Précédent', en: 'Previous' },
  next: { fr: 'Suivant', en: 'Next' },
});

const cacheControl = 'public, max-age=3600';

const addressOf = (language: Language, name: GuidePage) =>
  name === 'index' ? `/guide/${language}` : `/guide/${language}/${name}`;

async function titlesOf(language: Language) {
  const names = ['index', ...guidePages] as const;
  const pages = await Promise.all(names.map((name) => readPage(language, name)));
  return names.map((name, at) => ({ name, title: pages[at]?.title ?? '' }));
}

async function printWhole(language: Language, name: GuidePage, publicUrl: string): Promise<string> {
  const t = speak(texts, language);
  const other: Language = language === 'fr' ? 'en' : 'fr';
  const [{ title, lead, html, headings }, titles] = await Promise.all([
    readPage(language, name),
    titlesOf(language),
  ]);
  const at = titles.findIndex((entry) => entry.name === name);
  const link = (place: 'previous' | 'next', entry: (typeof titles)[number] | undefined) =>
    entry
      ? `<a class="${place}" rel="${place === 'previous' ? 'prev' : 'next'}" href="${addressOf(language, entry.name)}"><span>${t[place]}</span>${escapeHtml(entry.title)}</a>`
      : '';
  const contents = `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${t.contents}</h2><ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></nav>`;
  const body = [
    `<p>${escapeHtml(lead)}</p>`,
    headings.length > 1 ? contents : '',
    html,
    `<nav class="turn" aria-label="${t.turn}">${link('previous', titles[at - 1])}${link('next', titles[at + 1])}</nav>`,
  ].join('\n');
  const alternates = (['fr', 'en'] as const).map(
    (code) =>
      `<link rel="alternate" hreflang="${code}" href="${escapeHtml(publicUrl + addressOf(code, name))}">`,
  );
  return page({
    language,
    title: name === 'index' ? title : `${title} · ${t.guide}`,
    heading: title,
    className: 'guide',
    head: [
      `<meta name="description" content="${escapeHtml(lead)}">`,
      `<link rel="canonical" href="${escapeHtml(publicUrl + addressOf(language, name))}">`,
      ...alternates,
      '<link rel="stylesheet" href="/guide/guide.css">',
    ].join('\n'),
    before: `<header class="top"><a class="home" href="/guide/${language}">${t.guide}</a><a class="all" href="#pages">${t.pages}</a><a href="${addressOf(other, name)}" lang="${other}" hreflang="${other}">${t.other}</a><a href="/">${t.app}</a></header>`,
    after: `<nav class="pages" id="pages" aria-label="${t.pages}"><h2>${t.pages}</h2><ol>${titles.map((entry) => `<li><a href="${addressOf(language, entry.name)}"${entry.name === name ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a></li>`).join('')}</ol></nav>`,
    body,
  });
}

/** The guide for professionals: the Markdown of `docs/guide`, a page a task, in both languages. */
export const guide: Registration = {
  plugin(app, { config }) {
    app.get('/guide', async (request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
        .redirect(addressOf(languageOf(request), 'index'), 302),
    );
    app.get('/guide/guide.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', cacheControl).send(guideStyle),
    );
    app.get<{ Params: { '*': string } }>('/guide/pictures/*', async (request, reply) =>
      sendBuiltFile(request, reply, join(guideFolder, 'pictures'), request.params['*'], cacheControl),
    );
    app.get<{ Params: { language: string; name?: string } }>(
      '/guide/:language/:name?',
      async (request, reply) => {
        const { language, name = 'index' } = request.params;
        if (!isLanguage(language) || !isGuidePage(name) || request.params.name === 'index')
          throw new AppError('not_found');
        return reply
          .headers(buildPageHeaders({}))
          .header('cache-control', cacheControl)
          .type('text/html; charset=utf-8')
          .send(await printWhole(language, name, config.publicUrl));
      },
    );
  },
};
