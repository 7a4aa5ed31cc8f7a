import { RecentlyUsed } from '../limits/recently-used.ts';
import { type AnswerPiece, readAnswerPieces } from './answer.ts';
import { Circuit } from './circuit.ts';
import type { ChatModel, ProviderRequest } from './models.ts';
import {
  type Attempt,
  Call,
  type ModelEndpoint,
  ModelError,
  type ModelTimeouts,
  modelTimeouts,
  post,
  withRetries,
} from './request.ts';

/** What servers that call themselves compatible disagree on; learned from their first complaint. */
interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
  usage: boolean;
}

function learn(dialect: Dialect, complaint: string): boolean {
  if (dialect.limit === 'max_tokens' && complaint.includes('max_completion_tokens')) {
    dialect.limit = 'max_completion_tokens';
  } else if (dialect.usage && /stream_options|include_usage/.test(complaint)) {
    dialect.usage = false;
  } else if (dialect.temperature && complaint.includes('temperature')) {
    dialect.temperature = false;
  } else {
    return false;
  }
  return true;
}

/** What is known of one of the provider's models. */
interface Known {
  dialect: Dialect;
  /** One for each model: a name that the provider refuses says nothing about the others. */
  circuit: Circuit;
}

/** Hands the pieces on and notes in `asking` what they tell of its price. */
async function* heardPieces(pieces: AsyncGenerator<AnswerPiece, void>, asking: ProviderRequest) {
  for await (const piece of pieces) {
    if ('usage' in piece) asking.usage = piece.usage;
    if ('text' in piece) asking.receivedCharacters += piece.text.length;
    yield piece;
  }
}

/** Models that are remembered: professionals type these names, and beyond this number the least used is forgotten. */
const maxKnownModels = 200;

export function openChatModel(endpoint: ModelEndpoint, replaced: Partial<ModelTimeouts> = {}): ChatModel {
  const timeouts = { ...modelTimeouts, ...replaced };
  const known = new RecentlyUsed<string, Known>(maxKnownModels);

  function about(name: string): Known {
    const one = known.get(name) ?? {
      dialect: { limit: 'max_tokens', temperature: true, usage: true },
      circuit: new Circuit(() => new ModelError('circuit_open')),
    };
    known.set(name, one);
    return one;
  }

  type ChatRequest = Parameters<ChatModel['stream']>[0];

  const bodyOf = (name: string, dialect: Dialect, { messages, maxTokens, temperature }: ChatRequest) => ({
    model: name,
    messages,
    stream: true,
    [dialect.limit]: maxTokens,
    ...(dialect.temperature && temperature !== undefined ? { temperature } : {}),
    ...(dialect.usage ? { stream_options: { include_usage: true } } : {}),
  });

  /**
   * The answer's pieces up to the first text: until there, a failure may be tried again without anybody having seen
   * anything.
   */
  async function begin(name: string, dialect: Dialect, wish: ChatRequest, attempt: Attempt) {
    const asking: ProviderRequest = { receivedCharacters: 0 };
    try {
      attempt.wait(timeouts.headersMs);
      const response = await post(
        endpoint,
        '/chat/completions',
        () => bodyOf(name, dialect, wish),
        attempt.signal,
        (complaint) => learn(dialect, complaint),
        { asked: wish.asked, asking },
      );
      attempt.wait(timeouts.firstTextMs);
      const pieces = heardPieces(readAnswerPieces(response, wish.maxTokens), asking);
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) throw new ModelError('malformed');
        if ('text' in value) return { first: value.text, pieces };
      }
    } catch (error) {
      // The body says so itself, too.
      if (error instanceof ModelError && error.failure === 'refused') wish.asked.delete(asking);
      const explained = attempt.explain(error, 'unreachable');
      attempt.end();
      throw explained;
    }
  }

  return {
    name: endpoint.name,
    async *stream(wish) {
      const name = wish.model ?? endpoint.name;
      const { dialect, circuit } = about(name);
      const call = new Call(wish.signal, timeouts.totalMs);
      const { attempt, answer } = await withRetries(
        circuit,
        call,
        { ms: timeouts.retryMs, most: wish.retries },
        async () => {
          await wish.admit?.();
          const attempt = call.begin();
          return { attempt, answer: await begin(name, dialect, wish, attempt) };
        },
      );
      let isFinished = false;
      try {
        yield answer.first;
        for (;;) {
          attempt.wait(isFinished ? Math.min(2_000, timeouts.stallMs) : timeouts.stallMs);
          const { done, value } = await answer.pieces.next();
          if (done) break;
          if ('finished' in value) isFinished = true;
          else if ('text' in value) yield value.text;
        }
        circuit.succeed();
      } catch (error) {
        const explained = attempt.explain(error, 'interrupted');
        // The text is whole; a server that then forgets to hang up has cost nobody anything.
        if (isFinished && explained instanceof ModelError) {
          circuit.succeed();
        } else {
          if (explained instanceof ModelError) circuit.fail();
          throw explained;
        }
      } finally {
        // Also when the reader stops reading: the provider must not go on writing for nobody.
        circuit.leave();
        attempt.end();
      }
    },
  };
}
