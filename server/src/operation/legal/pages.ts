import { dateWriter } from '@parlance/contract/display/dates';
import { defineTexts, isLanguage, type Language, speak } from '@parlance/contract/i18n';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../kit/errors.ts';
import { escapeHtml } from '../../kit/formats/html.ts';
import { buildPageHeaders } from '../../kit/http/headers.ts';
import { languageOf, type Registration } from '../../kit/http/route.ts';
import { page } from '../html-page.ts';
import { differences } from './differences.ts';
import type { LegalVersion } from './document.ts';
import { leadingPage, leadingScript } from './leading-page.ts';
import { blocksOf, legalVersions } from './versions.ts';

const texts = defineTexts({
  privacy: { fr: 'Politique de confidentialité', en: 'Privacy policy' },
  terms: { fr: 'Conditions d’utilisation', en: 'Terms of service' },
  data: {
    fr: 'Données traitées\u00a0: quoi, pourquoi, combien de temps',
    en: 'Data processed: what, why, how long',
  },
  version: {
    fr: (number: string, date: string) => `Version ${number}, en vigueur depuis le ${date}`,
    en: (number: string, date: string) => `Version ${number}, in force since ${date}`,
  },
  model: {
    fr: 'Ce texte est un modèle\u00a0: l’exploitant le fait relire par son propre conseil avant de s’y fier.',
    en: 'This text is a model: the operator has it reviewed by their own lawyer before relying on it.',
  },
  contents: { fr: 'Sommaire', en: 'Contents' },
  changes: {
    fr: 'Ce qui a changé depuis la version précédente',
    en: 'What has changed since the version before',
  },
  changesOf: {
    fr: (before: string, after: string) => `De la version ${before} à la version ${after}`,
    en: (before: string, after: string) => `From version ${before} to version ${after}`,
  },
  removed: { fr: 'Retiré\u00a0:', en: 'Removed:' },
  added: { fr: 'Ajouté\u00a0:', en: 'Added:' },
  other: { fr: 'English', en: 'Français' },
  current: { fr: 'Lire le document en vigueur', en: 'Read the document in force' },
  aboutData: {
    fr: 'Chaque table de la base qui contient des données de personnes, ce qu’elle contient, pourquoi, et quand cela disparaît. Cette page est faite à partir du registre du programme, comparé au schéma de sa base à chaque version.',
    en: 'Each table of the database that holds people’s data, what it holds, why, and when it goes. This page is made from the program’s own register, which is compared with the schema of its database at every version.',
  },
  table: { fr: 'Table', en: 'Table' },
  what: { fr: 'Quoi', en: 'What' },
  why: { fr: 'Pourquoi', en: 'Why' },
  howLong: { fr: 'Combien de temps', en: 'How long' },
});

type Document = keyof typeof legalVersions;
/** The same page in the other language, which names itself. */
function linkToOther(language: Language, path: (language: Language) => string): string {
  const other: Language = language === 'fr' ? 'en' : 'fr';
  return `<a href="${path(other)}" lang="${other}" hreflang="${other}">${texts.other[language]}</a>`;
}

const isDocument = (name: string): name is Document => Object.hasOwn(legalVersions, name);

/** Of the newest first: each version with the one that it took the place of. */
const eachWithItsBefore = (versions: readonly LegalVersion[]) =>
  versions.slice(1).map((before, at) => [versions[at] ?? before, before] as const);

function send(reply: FastifyReply, language: Language, title: string, body: string) {
  return reply
    .headers(buildPageHeaders({}))
    .header('cache-control', 'public, max-age=3600')
    .type('text/html; charset=utf-8')
    .send(page({ language, title, body, head: `<meta name="description" content="${escapeHtml(title)}">` }));
}

const documents = Object.keys(legalVersions) as Document[];

/** `/privacy` and `/terms`, and the policy documents to which they lead where the operator names none of their own. */
export const legalPages = (
  personalData: Record<string, Record<'what' | 'why' | 'howLong', Record<Language, string>>>,
): Registration => ({
  plugin(app, { config }) {
    for (const [document, end] of documents.flatMap((name) => [[name, ''] as const, [name, '/'] as const]))
      app.get(`/${document}${end}`, async (request, reply) =>
        reply
          .headers(buildPageHeaders({ inlineScripts: [leadingScript] }))
          .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
          .type('text/html; charset=utf-8')
          .send(leadingPage(texts[document], config.legal[document], languageOf(request))),
      );

    app.get<{ Params: { language: string } }>('/legal/data/:language', async (request, reply) => {
      const { language } = request.params;
      if (!isLanguage(language)) throw new AppError('not_found');
      const t = speak(texts, language);
      const columns = [t.what, t.why, t.howLong];
      // Told by their roles, too: on a phone its rows stand one below the other, and are no table to a browser.
      const cells = (row: readonly string[]) =>
        row
          .map((cell, at) => `<td role="cell" data-label="${columns[at]}">${escapeHtml(cell)}</td>`)
          .join('');
      const rows = Object.entries(personalData).map(
        ([table, { what, why, howLong }]) =>
          `<tr role="row"><th role="rowheader" scope="row"><code>${table}</code></th>${cells([what[language], why[language], howLong[language]])}</tr>`,
      );
      const body = `<p class="meta">${linkToOther(language, (other) => `/legal/data/${other}`)}</p>
<p>${escapeHtml(t.aboutData)}</p>
<div class="wide stacked" tabindex="0" role="region" aria-label="${escapeHtml(t.data)}"><table role="table"><thead role="rowgroup"><tr role="row">${[t.table, ...columns].map((name) => `<th role="columnheader" scope="col">${name}</th>`).join('')}</tr></thead><tbody role="rowgroup">${rows.join('\n')}</tbody></table></div>`;
      return send(reply, language, t.data, body);
    });

    app.get<{ Params: { document: string; language: string } }>(
      '/legal/:document/:language',
      async (request, reply) => {
        const { document, language } = request.params;
        if (!isLanguage(language) || !isDocument(document)) throw new AppError('not_found');
        const t = speak(texts, language);
        const [version] = legalVersions[document];
        const blocks = blocksOf(version, config, language);
        const titles = blocks.filter(({ isTitle }) => isTitle);
        const date = dateWriter(language, { dateStyle: 'long', timeZone: 'UTC' })(version.date);
        const body = [
          `<p class="meta">${escapeHtml(t.version(version.number, date))} · <a href="/legal/${document}/${language}/changes">${escapeHtml(t.changes)}</a> · ${linkToOther(language, (other) => `/legal/${document}/${other}`)}</p>`,
          `<p class="meta">${escapeHtml(t.model)}</p>`,
          `<nav aria-label="${t.contents}"><h2>${t.contents}</h2><ol>${titles.map(({ text }, at) => `<li><a href="#s${at + 1}">${escapeHtml(text)}</a></li>`).join('')}</ol></nav>`,
          ...blocks.map((block) =>
            block.isTitle
              ? `<h2 id="s${titles.indexOf(block) + 1}">${escapeHtml(block.text)}</h2>`
              : `<p>${escapeHtml(block.text)}</p>`,
          ),
          `<p><a href="/legal/data/${language}">${escapeHtml(t.data)}</a></p>`,
        ].join('\n');
        return send(reply, language, t[document], body);
      },
    );

    app.get<{ Params: { document: string; language: string } }>(
      '/legal/:document/:language/changes',
      async (request, reply) => {
        const { document, language } = request.params;
        if (!isLanguage(language) || !isDocument(document)) throw new AppError('not_found');
        const t = speak(texts, language);
        const shown = eachWithItsBefore(legalVersions[document]).flatMap(([after, before]) => [
          `<h2>${escapeHtml(t.changesOf(before.number, after.number))}</h2>`,
          ...differences(blocksOf(before, config, language), blocksOf(after, config, language)).map(
            ({ kind, block }) => {
              const tag = block.isTitle ? 'h3' : 'p';
              const text = escapeHtml(block.text);
              if (kind === 'same') return `<${tag}>${text}</${tag}>`;
              const mark = kind === 'added' ? 'ins' : 'del';
              return `<${tag}><span class="mark">${t[kind]} </span><${mark}>${text}</${mark}></${tag}>`;
            },
          ),
        ]);
        const body = `<p class="meta"><a href="/legal/${document}/${language}">${escapeHtml(t.current)}</a> · ${linkToOther(language, (other) => `/legal/${document}/${other}/changes`)}</p>
${shown.join('\n')}`;
        return send(reply, language, `${t[document]} · ${t.changes}`, body);
      },
    );
  },
});
