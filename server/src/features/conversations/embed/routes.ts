import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@parlance/contract/endpoint';
import {
  askChatbot,
  eraseEmbedConversation,
  getEmbedConfig,
  getEmbedConversation,
  rateAnswer,
} from '@parlance/contract/endpoints/embed';
import { listTestMessages, testChatbot } from '@parlance/contract/endpoints/test-answers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { sendBuiltFile } from '../../../kit/http/built-file.ts';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { distFolder } from '../../../kit/http/dist-folder.ts';
import { type OpenStreams, sendEvents } from '../../../kit/http/event-stream.ts';
import { buildPageHeaders } from '../../../kit/http/headers.ts';
import { parsePart, type Registration, route } from '../../../kit/http/route.ts';
import { takeJson } from '../../../kit/http/server/json.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import {
  type ChatbotRow,
  frameAncestors,
  getPublicChatbot,
  isDomainAllowed,
  noteRefused,
  noteSeen,
  type PublicChatbot,
  presentChatbot,
} from '../../chatbots/service.ts';
import * as service from '../answering/answer.ts';
import { answerTest, listTests } from '../answering/test-answers.ts';
import { admitRating, admitVisitor, limitRunning } from '../visitors/visitor-limits.ts';
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

/** The page that asks, or the one that it came from: what decides is the origin that the browser states. */
function originOf(request: FastifyRequest): string | undefined {
  if (request.headers.origin !== undefined) return request.headers.origin;
  const { referer } = request.headers;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

const corsFor = (chatbot: ChatbotRow, request: FastifyRequest): Record<string, string> => {
  const { origin } = request.headers;
  const isOpen = chatbot.allowed_domains.length === 0;
  return {
    ...(isOpen || origin !== undefined
      ? { 'access-control-allow-origin': isOpen ? '*' : (origin as string) }
      : {}),
    'access-control-expose-headers': 'retry-after',
    vary: 'origin',
  };
};

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'content-type, x-visitor-token',
  'access-control-max-age': '86400',
};

const tokenOf = (request: FastifyRequest) => {
  const token = request.headers['x-visitor-token'];
  return typeof token === 'string' && token.length <= 200 ? token : '';
};

/** Throws `not_found` for what no chatbot's can be. */
const publicIdOf = (request: FastifyRequest) =>
  (parsePart(getEmbedConfig.params, request.params, 'params') as ParamsOf<typeof getEmbedConfig>).publicId;

/** The public surface: the widget, its page and what they call. */
export const embedRoutes = (streams: OpenStreams): Registration => ({
  endpoints: [getEmbedConfig, askChatbot, getEmbedConversation, eraseEmbedConversation, rateAnswer],
  async plugin(app, context) {
    const built = await readBuiltFiles();
    const own = listOwnOrigins(context.config);

    // Without a media type, a question needs no preflight: a round trip less before the first answer. What guards these
    // calls is the origin, held to the list before the body counts for anything; nothing here goes by who is signed in.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      if (request.headers['content-type'] === undefined) takeJson(request, body, done);
      else done(new AppError('unsupported_media'));
    });

    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
    });
    /** Finds the chatbot and lets the page in, or refuses; the answer is readable by that page alone. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, publicId: string) => {
      // That there is no such chatbot, any page may read: its widget then asks no more.
      reply.header('access-control-allow-origin', '*');
      const { chatbot, account } = await getPublicChatbot(context.db, publicId);
      reply.removeHeader('access-control-allow-origin');
      if (!isDomainAllowed(chatbot, originOf(request), own)) {
        noteRefused(context, chatbot, originOf(request), own);
        throw new AppError('domain_not_allowed');
      }
      reply.headers(corsFor(chatbot, request)).header('cache-control', 'no-store');
      return { chatbot, account };
    };

    // A route, since hooks of this scope do not see what no route of it answers.
    app.options('/embed/v1/:publicId/*', async (request, reply) => {
      await admit(request, reply, publicIdOf(request));
      return reply.headers(preflight).code(204).send();
    });

    type Visit<E extends AnyEndpoint> = PublicChatbot & {
      context: Context;
      params: ParamsOf<E>;
      query: QueryOf<E>;
      body: BodyOf<E>;
      request: FastifyRequest;
      reply: FastifyReply;
    };
    const on = <E extends AnyEndpoint>(endpoint: E, handle: (visit: Visit<E>) => Promise<unknown>) =>
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: 32 * 1024,
        handler: async (request, reply) => {
          const params = parsePart(endpoint.params, request.params, 'params') as ParamsOf<E>;
          const { chatbot, account } = await admit(request, reply, (params as { publicId: string }).publicId);
          const query = parsePart(endpoint.query, request.query, 'query') as QueryOf<E>;
          const body = parsePart(endpoint.body, request.body, 'body') as BodyOf<E>;
          const answer = await handle({ context, chatbot, account, params, query, body, request, reply });
          if (reply.sent) return reply;
          if (!endpoint.answer) return reply.code(204).send();
          return reply
            .type('application/json; charset=utf-8')
            .send(JSON.stringify(endpoint.answer.parse(answer)));
        },
      });

    on(getEmbedConfig, async ({ chatbot, request }) => {
      noteSeen(context, chatbot, originOf(request), own);
      const { name, language, welcomeMessage, suggestions, avatarUrl, appearance, contact, privacyUrl } =
        presentChatbot(chatbot);
      const answers = context.models.chat ? 'generated' : 'quoted';
      return {
        name,
        language,
        welcomeMessage,
        suggestions,
        avatarUrl,
        appearance,
        contact,
        privacyUrl,
        answers,
      };
    });

    on(askChatbot, async ({ chatbot, account, body, request, reply }) => {
      await admitVisitor(context, chatbot, { address: request.ip, ...body });
      const headers = corsFor(chatbot, request);
      await sendEvents(
        context,
        streams,
        request,
        reply,
        (signal) => {
          const answer = service.answerVisitor(context, { chatbot, account }, body, signal);
          const { visitorToken } = body;
          return visitorToken === undefined ? answer : limitRunning(`${chatbot.id} ${visitorToken}`, answer);
        },
        { ...headers, 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' },
      );
    });

    on(getEmbedConversation, async ({ chatbot, params, query, request }) => {
      const page = { limit: query.limit, before: readCursor(query.cursor)?.id };
      const token = tokenOf(request);
      const resumed = await service.resumeConversation(context, chatbot, params.conversationId, token, page);
      const { id, messages, hasMore } = resumed;
      const [first] = messages;
      return {
        id,
        messages,
        nextCursor: writeCursor(hasMore && first ? { value: '', id: first.id } : undefined),
      };
    });
    on(eraseEmbedConversation, ({ chatbot, params, request }) =>
      service.eraseConversation(context, chatbot, params.conversationId, tokenOf(request)),
    );
    on(rateAnswer, async ({ chatbot, params, body, request }) => {
      await admitRating(context, request.ip);
      const token = body.visitorToken ?? tokenOf(request);
      await service.rateAnswer(context, chatbot, params.messageId, token, body.value);
    });

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
        const note = isDomainAllowed(chatbot, originOf(request), own) ? noteSeen : noteRefused;
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
  },
});

/** Owners trying their own chatbots. */
export const testRoutes = (streams: OpenStreams): Registration[] => [
  route(listTestMessages, async ({ db }, { caller, params, query }) => {
    const before = readCursor(query.cursor)?.id;
    const page = { limit: query.limit, before };
    const { items, last } = await listTests(db, caller.userId, params.chatbotId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(testChatbot, async (context, { caller, params, body, request, reply }) => {
    const answer = (signal: AbortSignal) =>
      limitRunning(
        `${caller.userId} ${params.chatbotId}`,
        answerTest(context, caller.userId, params.chatbotId, body, signal),
      );
    await sendEvents(context, streams, request, reply, answer, {});
  }),
];
