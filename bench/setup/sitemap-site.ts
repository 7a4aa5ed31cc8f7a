import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readCollection } from '../material/collections.ts';

/** A site of articles with menus, scripts and a footer, as a process of its own; /asked tells who was asked for how often. */
const count = Number(process.argv[2] ?? 10_000);
const paragraphs = readCollection('piaf-fr').documents.map(({ text }) => text);
const menu = Array.from({ length: 40 }, (_, at) => `<li><a href="/p/${at}">Rubrique ${at}</a></li>`).join('');
const script = `<script>${'window.tracking=(window.tracking||[]).concat([1,2,3]);'.repeat(60)}</script>`;
const paragraph = (at: number) => paragraphs[at % paragraphs.length] ?? '';
const page = (
  at: number,
) => `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Article ${at}</title>
<link rel="canonical" href="/p/${at}">${script}</head><body><header><a href="/">Le journal</a><nav><ul>${menu}</ul></nav></header>
<div class="cookie-banner"><p>Nous utilisons des cookies.</p></div><main><h1>Article ${at}</h1>
<p>Dossier ${at}, édition ${1000 + at}.</p><p>${paragraph(at * 2)}</p><h2>Suite du dossier ${at}</h2><p>${paragraph(at * 2 + 1)}</p></main>
<footer><p>Le journal des lacs, 12 rue du Port, téléphone 04 50 00 00 00.</p><ul>${menu}</ul></footer>${script}</body></html>`;

const asked = new Map<string, number>();
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/asked') {
    response.end(JSON.stringify([...asked.values()]));
    asked.clear();
    return;
  }
  const at = /^\/p\/(\d+)$/.exec(path)?.[1];
  if (at !== undefined && Number(at) < count) {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(Number(at)));
  } else if (path === '/sitemap.xml') {
    const origin = `http://${request.headers.host}`;
    const entries = Array.from({ length: count }, (_, at) => `<url><loc>${origin}/p/${at}</loc></url>`);
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`);
  } else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
