import * as z from 'zod/mini';
import { Circuit } from './circuit.ts';
import type { EmbeddingModel, ProviderRequest } from './models.ts';
import {
  Call,
  type ModelEndpoint,
  ModelError,
  type ModelTimeouts,
  modelTimeouts,
  post,
  withRetries,
} from './request.ts';

const batchTexts = 64;
// Servers count tokens; a quarter of what the largest take leaves room for those that take less.
const batchCharacters = 60_000;

const answerShape = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.nullish(z.unknown()),
});
const usageShape = z.union([z.object({ total_tokens: z.number() }), z.object({ prompt_tokens: z.number() })]);

export function openEmbeddingModel(
  endpoint: ModelEndpoint & { dimensions: number },
  replaced: Partial<ModelTimeouts> = {},
): EmbeddingModel {
  const timeouts = { ...modelTimeouts, ...replaced };
  const circuit = new Circuit(() => new ModelError('circuit_open'));
  // Some servers refuse the parameter, having one size only.
  let asksForDimensions = true;

  async function embedBatch(
    texts: readonly string[],
    signal: AbortSignal,
    asked: Set<ProviderRequest>,
    totalMs: number,
  ) {
    const call = new Call(signal, totalMs);
    return withRetries(circuit, call, { ms: timeouts.retryMs }, async () => {
      const attempt = call.begin();
      const asking: ProviderRequest = { receivedCharacters: 0 };
      try {
        attempt.wait(timeouts.headersMs);
        const { body } = await post(
          endpoint,
          '/embeddings',
          () => ({
            model: endpoint.name,
            input: texts,
            encoding_format: 'float',
            ...(asksForDimensions ? { dimensions: endpoint.dimensions } : {}),
          }),
          attempt.signal,
          (complaint) => {
            const isAboutIt = asksForDimensions && complaint.includes('dimensions');
            if (isAboutIt) asksForDimensions = false;
            return isAboutIt;
          },
          { asked, asking },
        );
        attempt.wait(timeouts.stallMs);
        const answer = answerShape.safeParse(await body.json());
        if (!answer.success) throw new ModelError('malformed');
        const usage = usageShape.safeParse(answer.data.usage);
        if (usage.success) {
          const promptTokens =
            'total_tokens' in usage.data ? usage.data.total_tokens : usage.data.prompt_tokens;
          asking.usage = { promptTokens, completionTokens: 0 };
        }
        const vectors = inOrder(answer.data.data, texts.length);
        for (const vector of vectors) {
          if (vector.length !== endpoint.dimensions) throw new DimensionsError(endpoint, vector.length);
        }
        circuit.succeed();
        return vectors;
      } catch (error) {
        if (error instanceof SyntaxError) throw new ModelError('malformed', { cause: error });
        throw attempt.explain(error, 'unreachable');
      } finally {
        attempt.end();
      }
    });
  }

  return {
    name: endpoint.name,
    dimensions: endpoint.dimensions,
    async embed(texts, signal, asked = new Set(), withinMs = timeouts.totalMs) {
      const vectors: number[][] = [];
      for (const batch of batches(texts)) vectors.push(...(await embedBatch(batch, signal, asked, withinMs)));
      return vectors;
    },
  };
}

/**
 * The provider's vectors have another size than configured; shown to the operator as it stands: trying again does not
 * help.
 */
class DimensionsError extends ModelError {
  constructor({ name, dimensions }: { name: string; dimensions: number }, received: number) {
    super('malformed', { status: 200 });
    this.message = `EMBEDDINGS_DIMENSIONS is ${dimensions}, but ${name} answers with ${received}.`;
  }
}

function inOrder(data: { index: number; embedding: number[] }[], count: number): number[][] {
  const vectors: number[][] = [];
  for (const { index, embedding } of data) {
    if (!embedding.every(Number.isFinite)) throw new ModelError('malformed');
    vectors[index] = embedding;
  }
  if (data.length !== count || Object.keys(vectors).length !== count || vectors.length !== count) {
    throw new ModelError('malformed');
  }
  return vectors;
}

function* batches(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length === batchTexts || characters + text.length > batchCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}
