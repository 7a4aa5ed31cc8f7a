import { entryFile, runsFromSource } from '../../../db/entries.ts';
import { ChildError, type ChildLimits, runChild } from '../../../kit/child/child.ts';
import { Semaphore } from '../../../kit/limits/semaphore.ts';
import { ImageError } from '../images/formats/error.ts';
import type { UntrustedInput, UntrustedMessage } from './messages.ts';
import type { PageSnippets } from './page-snippets.ts';

const MB = 1_048_576;

/** Limits of a child: some megabytes are read in a fraction of a second; what needs longer is up to something. */
const childLimits: ChildLimits = {
  deadlineMs: 10_000,
  // From sources, the TypeScript loader takes a lot for itself.
  maxRssBytes: (runsFromSource ? 512 : 256) * MB,
  maxHeapMb: 192,
  maxOutputBytes: 8 * MB,
};

/** Children at a time: each takes a process and its memory. */
const places = new Semaphore(2);

async function askChild(input: UntrustedInput, ownerId: string): Promise<UntrustedMessage> {
  const file = entryFile('features/chatbots/untrusted/untrusted-child');
  let answer: UntrustedMessage | undefined;
  await places.acquire();
  try {
    // To its end, so that the process is kept for what the same account brings next.
    for await (const message of runChild(file, input, childLimits, new AbortController().signal, ownerId))
      answer = message as UntrustedMessage;
  } finally {
    places.release();
  }
  if (!answer) throw new ChildError('crashed');
  return answer;
}

/** An SVG of what draws alone, made in a process of its own (security S3.4, S3.8). Throws `ImageError`. */
export async function cleanSvgInChild(bytes: Buffer, ownerId: string): Promise<string> {
  const message = await askChild({ kind: 'svg', bytes }, ownerId).catch((error) => {
    throw error instanceof ChildError ? new ImageError('image_unreadable', error.message) : error;
  });
  if (message.type === 'svg') return message.svg;
  throw new ImageError(message.type === 'refusal' ? message.code : 'image_unreadable');
}

/** What a page loads of chatbots, read in a process of its own; undefined for one that can't be read. */
export async function readSnippetsInChild(
  page: { bytes: Buffer; charset: string | undefined; url: string },
  ownerId: string,
): Promise<PageSnippets | undefined> {
  const message = await askChild({ kind: 'page', ...page }, ownerId).catch((error) => {
    if (error instanceof ChildError) return undefined;
    throw error;
  });
  return message?.type === 'page' ? message.page : undefined;
}
