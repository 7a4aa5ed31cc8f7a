export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** As the provider says it; whoever charges by it judges whether it can be true. */
export interface ChatUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ChatModel {
  name: string;
  /**
   * The answer as it is written, then its usage where the provider tells it. Throws `ModelError` when there is
   * no answer, or no whole one; the signal's reason when the caller leaves.
   */
  stream(request: {
    messages: readonly ChatMessage[];
    /** Another one of the provider's than the configured `name`. */
    model?: string | undefined;
    maxTokens: number;
    temperature?: number | undefined;
    signal: AbortSignal;
  }): AsyncIterable<{ text: string } | { usage: ChatUsage }>;
}

export interface EmbeddingModel {
  name: string;
  dimensions: number;
  /** One vector a text, in order. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: number[][]; tokens: number }>;
}

/** What is absent was not configured: answers quote, search goes by words. */
export interface Models {
  chat?: ChatModel;
  embeddings?: EmbeddingModel;
}
