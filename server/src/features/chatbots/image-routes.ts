import type { ParamsOf } from '@parlance/contract/endpoint';
import {
  type ImageSlot,
  imageSlots,
  removeChatbotImage,
  setChatbotImage,
} from '@parlance/contract/endpoints/chatbots';
import { getEmbedImage } from '@parlance/contract/endpoints/embed';
import { limits } from '@parlance/contract/limits';
import { AppError, requireFound } from '../../kit/errors.ts';
import type { ReceivedFile } from '../../kit/files/store.ts';
import { acceptForms, readForm } from '../../kit/http/multipart.ts';
import { parsePart, type Registration, route } from '../../kit/http/route.ts';
import { listOwnOrigins } from '../../kit/http/server/origins.ts';
import { isDomainAllowed } from './allowed-domains.ts';
import { receiveImage, removeImage, setImage } from './images/images.ts';
import { imageVersion } from './presenter.ts';
import { imageOf } from './queries.ts';
import { getChatbot, getPublicChatbot } from './service.ts';

const missing = (path: string) =>
  new AppError('validation_failed', {
    errors: [{ path, code: 'missing', message: `no field "${path}", or not one that is known` }],
  });

const isSlot = (value: unknown): value is ImageSlot => imageSlots.some((slot) => slot === value);

const upload = route(setChatbotImage, async (context, { caller, params, request, language }) => {
  await getChatbot(context.db, caller.userId, params.chatbotId);
  let slot: unknown;
  let received: ReceivedFile | undefined;
  try {
    await readForm(request, async (part) => {
      if (part.type === 'field') {
        if (part.fieldname === 'slot') slot = part.value;
      } else if (part.fieldname === 'file' && !received) {
        received = await receiveImage(context.files, part.file);
      } else part.file.resume();
    });
    if (!isSlot(slot)) throw missing('slot');
    if (!received) throw missing('file');
    return await setImage(context, caller.userId, params.chatbotId, { slot, received }, language);
  } finally {
    await received?.discard();
  }
});

const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' };
const aYear = 'public, max-age=31536000, immutable';

export const imageRoutes: Registration[] = [
  {
    endpoints: [setChatbotImage],
    async plugin(app, context, authenticate) {
      await acceptForms(app, {
        // One byte more than is kept: the file store says when it is too large.
        fileSize: limits.imageBytes + 1,
        files: 10,
        parts: 20,
        fieldSize: 1024,
      });
      upload.register(app, context, authenticate);
    },
  },
  route(removeChatbotImage, (context, { caller, params, language }) =>
    removeImage(context, caller.userId, params.chatbotId, params.slot, language),
  ),
  {
    endpoints: [getEmbedImage],
    plugin(app, context) {
      const own = listOwnOrigins(context.config);
      app.get(getEmbedImage.path, async (request, reply) => {
        const { publicId, slot } = parsePart(getEmbedImage.params, request.params, 'params') as ParamsOf<
          typeof getEmbedImage
        >;
        const { chatbot } = await getPublicChatbot(context.db, publicId);
        const { origin } = request.headers;
        // An `img` names no origin; what asks by script does, and is held to the same list as any call.
        if (origin !== undefined && !isDomainAllowed(chatbot, origin, own))
          throw new AppError('domain_not_allowed');
        const { file_key, media_type } = requireFound(await imageOf(context.db, chatbot.id, slot));
        const { v } = request.query as { v?: string };
        const reader = chatbot.allowed_domains.length === 0 ? '*' : origin;
        return reply
          .type(media_type)
          .headers({
            ...(reader === undefined ? {} : { 'access-control-allow-origin': reader }),
            vary: 'origin',
            'cross-origin-resource-policy': 'cross-origin',
            'content-security-policy': "sandbox; default-src 'none'",
            'content-disposition': `attachment; filename="${slot}.${endings[media_type]}"`,
            'cache-control': v === imageVersion(file_key) ? aYear : 'no-cache',
          })
          .send(await context.files.open(file_key));
      });
    },
  },
];
