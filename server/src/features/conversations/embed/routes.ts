import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@parlance/contract/endpoint';
import {
  askChatbot,
  eraseEmbedConversation,
  getEmbedConfig,
  getEmbedConversation,
  rateAnswer,
} from '@parlance/contract/endpoints/embed';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type OpenStreams, sendEvents } from '../../../kit/http/event-stream.ts';
import { parsePart, type Registration } from '../../../kit/http/route.ts';
import { takeJson } from '../../../kit/http/server/json.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import { type PublicChatbot, presentChatbot, recordPageSeen } from '../../chatbots/service.ts';
import { answerVisitor } from '../answering/answer.ts';
import { admitRating, admitVisitor, limitRunning } from '../visitors/visitor-limits.ts';
import * as visits from '../visitors/visits.ts';
import { admitPage, corsFor, originOf } from './origins.ts';
import { addEmbedPages, publicIdOf } from './pages.ts';

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'content-type, x-visitor-token',
  'access-control-max-age': '86400',
};

const tokenOf = (request: FastifyRequest) => {
  const token = request.headers['x-visitor-token'];
  return typeof token === 'string' && token.length <= 200 ? token : '';
};

interface Visit<E extends AnyEndpoint> extends PublicChatbot {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Handle<E extends AnyEndpoint> = (visit: Visit<E>) => Promise<unknown>;

/** Adds a call that pages make: the page is let in before what it sends counts for anything. */
function addCall<E extends AnyEndpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: Handle<E>,
) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: 32 * 1024,
    handler: async (request, reply) => {
      const params = parsePart(endpoint.params, request.params, 'params') as ParamsOf<E>;
      const { publicId } = params as { publicId: string };
      const { chatbot, account } = await admitPage(context, request, reply, publicId);
      const query = parsePart(endpoint.query, request.query, 'query') as QueryOf<E>;
      const body = parsePart(endpoint.body, request.body, 'body') as BodyOf<E>;
      const answer = await handle({ chatbot, account, params, query, body, request, reply });
      if (reply.sent) return reply;
      if (!endpoint.answer) return reply.code(204).send();
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(endpoint.answer.parse(answer)));
    },
  });
}

/** The public surface: the widget, its page and what they call. */
export const embedRoutes = (streams: OpenStreams): Registration => ({
  endpoints: [getEmbedConfig, askChatbot, getEmbedConversation, eraseEmbedConversation, rateAnswer],
  async plugin(app, context) {
    // Without a media type, a question needs no preflight: a round trip less before the first answer. What guards these
    // calls is the origin, held to the list before the body counts for anything; nothing here goes by who is signed in.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      if (request.headers['content-type'] === undefined) takeJson(request, body, done);
      else done(new AppError('unsupported_media'));
    });

    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
    });
    // A route, since hooks of this scope do not see what no route of it answers.
    app.options('/embed/v1/:publicId/*', async (request, reply) => {
      await admitPage(context, request, reply, publicIdOf(request));
      return reply.headers(preflight).code(204).send();
    });

    const on = <E extends AnyEndpoint>(endpoint: E, handle: Handle<E>) =>
      addCall(app, context, endpoint, handle);

    on(getEmbedConfig, async ({ chatbot, request }) => {
      recordPageSeen(context, chatbot, originOf(request), listOwnOrigins(context.config));
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
      const visitor = await admitVisitor(context, chatbot, { address: request.ip, ...body });
      const headers = corsFor(chatbot, request);
      await sendEvents(
        context,
        streams,
        request,
        reply,
        (signal) => {
          const answer = answerVisitor(context, { chatbot, account }, visitor, body, signal);
          const { visitorToken } = body;
          return visitorToken === undefined ? answer : limitRunning(`${chatbot.id} ${visitorToken}`, answer);
        },
        { ...headers, 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' },
      );
    });

    on(getEmbedConversation, async ({ chatbot, params, query, request }) => {
      const page = { limit: query.limit, before: readCursor(query.cursor)?.id };
      const token = tokenOf(request);
      const resumed = await visits.resumeConversation(context, chatbot, params.conversationId, token, page);
      const { id, messages, hasMore } = resumed;
      const [first] = messages;
      return {
        id,
        messages,
        nextCursor: writeCursor(hasMore && first ? { value: '', id: first.id } : undefined),
      };
    });
    on(eraseEmbedConversation, ({ chatbot, params, request }) =>
      visits.eraseConversation(context, chatbot, params.conversationId, tokenOf(request)),
    );
    on(rateAnswer, async ({ chatbot, params, body, request }) => {
      await admitRating(context, request.ip);
      const token = body.visitorToken ?? tokenOf(request);
      await visits.rateAnswer(context, chatbot, params.messageId, token, body.value);
    });

    await addEmbedPages(app, context);
  },
});
