import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '../kit/errors.ts';
import { sendBuiltFile } from '../kit/http/built-file.ts';
import { distFolder } from '../kit/http/dist-folder.ts';
import { buildPageHeaders } from '../kit/http/headers.ts';
import type { Registration } from '../kit/http/route.ts';
import { pageStyle } from './html-page.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Whether mails lead to this path, with a token in the address (security S9.2). */
const holdsToken = /^(auth\/callback|reset-password|email-confirmation)\/?$/;

interface Page {
  html: string;
  headers: Record<string, string>;
}

/** The app's page, under a policy that lets each script run that stands in it. */
async function appPage(folder: string): Promise<Page | undefined> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const inlineScripts = html
    .split('<script')
    .slice(1)
    .map((script) => script.slice(0, script.indexOf('</script>')))
    .filter((script) => !/^[^>]*\bsrc=/.test(script))
    .map((script) => script.slice(script.indexOf('>') + 1));
  return { html, headers: buildPageHeaders({ inlineScripts }) };
}

/** The built web app: its files, and its page for every address that is nobody else's. */
export const webApp: Registration = {
  async plugin(app) {
    const folder = join(distFolder, 'web');
    const built = await appPage(folder);

    app.get('/pages.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(pageStyle),
    );
    // What names no picture of its own, JSON for one, is asked for this one: a browser notes it as an error if there is none.
    app.get('/favicon.ico', async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').redirect('/favicon.svg', 301),
    );
    app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const name = request.params['*'];
      // The build puts a hash of the content into the names of what lies in `assets`.
      if (extname(name) !== '')
        return sendBuiltFile(
          request,
          reply,
          folder,
          name,
          name.startsWith('assets/') ? immutable : undefined,
        );
      const isApi = /^(api|auth\/v1|rest|functions|realtime|embed|dev|webhooks)(\/|$)/.test(name);
      const wantsPage = (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
      const isHidden = name.split('/').some((part) => part.startsWith('.'));
      if (isApi || isHidden || !wantsPage || !built) throw new AppError('not_found');
      return reply
        .headers(built.headers)
        .headers(holdsToken.test(name) ? { 'referrer-policy': 'no-referrer' } : {})
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(built.html);
    });
  },
};
