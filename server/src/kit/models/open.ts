import { openChatModel } from './chat.ts';
import { openEmbeddingModel } from './embeddings.ts';
import type { Models } from './models.ts';
import type { ModelEndpoint, ModelTimeouts } from './request.ts';

export function openModels(
  config: {
    chatModel?: ModelEndpoint | undefined;
    embeddingModel?: (ModelEndpoint & { dimensions: number }) | undefined;
  },
  timeouts: Partial<ModelTimeouts> = {},
): Models {
  return {
    ...(config.chatModel ? { chat: openChatModel(config.chatModel, timeouts) } : {}),
    ...(config.embeddingModel ? { embeddings: openEmbeddingModel(config.embeddingModel, timeouts) } : {}),
  };
}
