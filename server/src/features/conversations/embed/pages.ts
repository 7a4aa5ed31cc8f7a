import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParamsOf } from '@parlance/contract/endpoint';
import { getEmbedConfig } from '@parlance/contract/endpoints/embed';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { sendBuiltFile } from '../../../kit/http/built-file.ts';
import { distFolder } from '../../../kit/http/dist-folder.ts';
import { buildPageHeaders } from '../../../kit/http/headers.ts';
import { parsePart } from '../../../kit/http/route.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import {
  frameAncestors,
  getPublicChatbot,
  isDomainAllowed,
  recordPageRefused,
  recordPageSeen,
} from '../../chatbots/service.ts';
import { originOf } from './origins.ts';
import { embedHtml, embedPolicy } from './page.ts';

const widgetFolder = join(distFolder, 'widget');
const builtFiles = z.object({
  loader: z.string(),
  panel: z.string(),
  page: z.string(),
  preview: z.string(),
  assets: z.array(z.string()),
});

/** The names that the widget's build chose; undefined where nothing is built. */
const readBuiltFiles = async () => {
  const text = await readFile(join(widgetFolder, 'files.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : builtFiles.parse(JSON.parse(text));
};

/** The public id of a request. Throws `not_found` for what no chatbot's can be. */
export const publicIdOf = (request: FastifyRequest) =>
  (parsePart(getEmbedConfig.params, request.params, 'params') as ParamsOf<typeof getEmbedConfig>).publicId;

/** Serves the widget's files, the page that holds it by itself or in a frame, and the customiser's preview. */
export async function addEmbedPages(app: FastifyInstance, context: Context): Promise<void> {
  const built = await readBuiltFiles();
  const own = listOwnOrigins(context.config);

  app.get('/embed/v1/:publicId/widget.js', async (request, reply) => {
    if (!built) throw new AppError('not_found');
    return sendBuiltFile(
      request,
      reply.header('access-control-allow-origin', '*'),
      widgetFolder,
      built.loader,
    );
  });
  app.get<{ Params: { name: string } }>('/embed/assets/:name', async (request, reply) => {
    if (!built?.assets.includes(request.params.name)) throw new AppError('not_found');
    return sendBuiltFile(
      request,
      reply.header('access-control-allow-origin', '*'),
      widgetFolder,
      request.params.name,
      'public, max-age=31536000, immutable',
    );
  });

  // The customiser's preview; no public id is so short.
  app.get('/embed/preview', async (_request, reply) => {
    if (!built) throw new AppError('not_found');
    return reply
      .headers({ ...buildPageHeaders({}), 'content-security-policy': embedPolicy(["'self'"]) })
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(embedHtml({ name: 'Parlance', language: 'fr', script: `/embed/assets/${built.preview}` }));
  });

  app.get('/embed/:publicId', async (request, reply) => {
    const { chatbot } = await getPublicChatbot(context.db, publicIdOf(request));
    if (!built) throw new AppError('not_found');
    // Within its frame it comes from us: the page around it is named once, when the frame is loaded. A link is no frame.
    if (request.headers['sec-fetch-dest'] === 'iframe') {
      const note = isDomainAllowed(chatbot, originOf(request), own) ? recordPageSeen : recordPageRefused;
      note(context, chatbot, originOf(request), own);
    }
    return reply
      .headers({
        'content-security-policy': embedPolicy(frameAncestors(chatbot)),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(
        embedHtml({
          name: chatbot.name,
          language: chatbot.language,
          script: `/embed/assets/${built.page}`,
        }),
      );
  });
}
