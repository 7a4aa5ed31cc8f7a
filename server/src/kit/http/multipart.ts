import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { refusalOf } from './problem.ts';

/** The most that may stand before a part's content: its name, its file's name and its type. */
const maxPartHead = 16 * 1024;

interface Limits {
  fileSize: number;
  files: number;
  parts: number;
  fieldSize: number;
}

/** Takes forms of the routes of this scope; beyond a file's limit nothing is thrown, since it is to be named in the answer. */
export const acceptForms = (app: FastifyInstance, limits: Limits) =>
  app.register(fastifyMultipart, { throwFileSizeLimit: false, limits: { ...limits, headerPairs: 50 } });

const malformed = (detail = 'not a whole multipart/form-data') =>
  new AppError('malformed_request', { detail });

/** The parser's error as a refusal: it knows of nothing but forms that are no forms. */
const toRefusal = (error: unknown) => refusalOf(error) ?? malformed();

/** Hands over the parts of a form one after another. Throws `malformed_request` for what is no form, or not a whole one. */
export async function readForm(
  request: FastifyRequest,
  take: (part: Multipart) => Promise<void> | void,
): Promise<void> {
  if (!request.isMultipart()) throw new AppError('unsupported_media');
  boundHeads(request);
  const parts = request.parts();
  while (true) {
    const { value: part, done } = await parts.next().catch((error: unknown) => {
      throw toRefusal(error);
    });
    if (done) return;
    // Also where nobody reads it, a form that breaks off is no defect.
    if (part.type === 'file') part.file.on('error', () => {});
    try {
      await take(part);
    } catch (error) {
      // A failure within the file has reached whoever read it.
      throw part.type === 'file' && part.file.errored ? toRefusal(error) : error;
    }
  }
}

/**
 * Ends a form at a part whose head is too long: the parser would keep no more of it than it may, and read on without a
 * word.
 */
function boundHeads(request: FastifyRequest): void {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers['content-type'] ?? '');
  const delimiter = Buffer.from(`--${boundary?.[1] ?? boundary?.[2]}`, 'latin1');
  const endOfHead = Buffer.from('\r\n\r\n');
  let head: number | undefined;
  // What may be the beginning of the one that is looked for, from the chunk before.
  let rest: Buffer = Buffer.alloc(0);
  const look = (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    while (true) {
      const sought = head === undefined ? delimiter : endOfHead;
      const found = bytes.indexOf(sought, at);
      const next = found < 0 ? Math.max(at, bytes.length - sought.length + 1) : found + sought.length;
      if (head !== undefined) head += next - at;
      if (head !== undefined && head > maxPartHead) {
        request.raw.off('data', look);
        request.raw.emit('error', malformed('a part’s head is too long'));
        return;
      }
      at = next;
      if (found < 0) break;
      head = head === undefined ? 0 : undefined;
    }
    rest = bytes.subarray(at);
  };
  request.raw.on('data', look);
}
