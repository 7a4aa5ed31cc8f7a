import type { Models } from './models.ts';
import { openChatModel } from './models-chat.ts';
import { openEmbeddingModel } from './models-embeddings.ts';
import type { ModelEndpoint, ModelTimeouts } from './models-request.ts';

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
