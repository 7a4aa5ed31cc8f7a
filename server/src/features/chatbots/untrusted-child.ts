import { serveParent } from '../../kit/child.ts';
import { ImageError } from './image-error.ts';
import { cleanSvg } from './svg.ts';
import type { UntrustedInput, UntrustedMessage } from './untrusted-messages.ts';

function answerTo(input: UntrustedInput): UntrustedMessage {
  try {
    return { type: 'svg', svg: cleanSvg(input.bytes) };
  } catch (error) {
    if (error instanceof ImageError) return { type: 'refusal', code: error.code };
    throw error;
  }
}

await serveParent<UntrustedInput>(async (input, tell) => {
  const message = answerTo(input);
  await tell(message, message.type === 'svg' ? message.svg.length : 0);
});
