import { serveParent } from '../../../kit/child/child.ts';
import { ImageError } from '../images/formats/error.ts';
import { cleanSvg } from '../images/formats/svg.ts';
import type { UntrustedInput, UntrustedMessage } from './messages.ts';
import { readSnippets } from './page-snippets.ts';

/** What is looked for is ASCII in every encoding that browsers take for one by default. */
function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function answerTo(input: UntrustedInput): UntrustedMessage {
  if (input.kind === 'page')
    return { type: 'page', page: readSnippets(decodeText(input.bytes, input.charset), input.url) };
  try {
    return { type: 'svg', svg: cleanSvg(input.bytes) };
  } catch (error) {
    if (error instanceof ImageError) return { type: 'refusal', code: error.code };
    throw error;
  }
}

await serveParent<UntrustedInput>(async (input, tell) => {
  const message = answerTo(input);
  await tell(message, JSON.stringify(message).length);
});
