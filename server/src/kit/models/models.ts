export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** As the provider says it; whoever charges by it judges whether it can be true. */
export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * One time that a provider was asked, from the moment the request has left: it is paid for, whatever comes of it. What
 * the provider refused to do is none.
 */
export interface ProviderRequest {
  /** Where the provider tells it. */
  usage?: ModelUsage;
  /** What was heard of the answer, in characters. */
  receivedCharacters: number;
}

export interface ChatModel {
  name: string;
  /**
   * The answer as it is written. Throws `ModelError` when there is no answer, or no whole one; the signal's reason when
   * the caller leaves. Each time that the provider is asked goes to `asked`.
   */
  stream(request: {
    messages: readonly ChatMessage[];
    /** Another one of the provider's than the configured `name`. */
    model?: string | undefined;
    maxTokens: number;
    temperature?: number | undefined;
    signal: AbortSignal;
    asked: Set<ProviderRequest>;
    /** Awaited before each asking, the first and those after a failure; what it throws ends the call. */
    admit?: (() => Promise<void>) | undefined;
    /** How often what may pass by itself is tried again; twice where it isn't said. */
    retries?: number | undefined;
  }): AsyncIterable<string>;
}

export interface EmbeddingModel {
  name: string;
  dimensions: number;
  /** One vector a text, in order. Each time that the provider is asked goes to `asked`. */
  embed(texts: readonly string[], signal: AbortSignal, asked?: Set<ProviderRequest>): Promise<number[][]>;
}

/** What is absent was not configured: answers quote, search goes by words. */
export interface Models {
  chat?: ChatModel;
  embeddings?: EmbeddingModel;
}
