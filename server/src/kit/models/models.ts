export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Tokens as the provider counts them; whoever charges by it judges whether it can be true. */
export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * One request that has left for a provider: it is paid for, whatever comes of it. What the provider refused to do is
 * none.
 */
export interface ProviderRequest {
  /** Where the provider tells it. */
  usage?: ModelUsage;
  /** Characters of the answer that have arrived. */
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
    /** Awaited before each request, the first and those after a failure; what it throws ends the call. */
    admit?: (() => Promise<void>) | undefined;
    /** How often a passing failure is tried again; twice where it isn't said. */
    retries?: number | undefined;
  }): AsyncIterable<string>;
}

export interface EmbeddingModel {
  name: string;
  dimensions: number;
  /**
   * One vector a text, in order. Each time that the provider is asked goes to `asked`; `withinMs` is for whoever waits less
   * long than a job.
   */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
    asked?: Set<ProviderRequest>,
    withinMs?: number,
  ): Promise<number[][]>;
}

/** The models that are configured: without a chat model answers quote, without embeddings search goes by words. */
export interface Models {
  chat?: ChatModel;
  embeddings?: EmbeddingModel;
}
