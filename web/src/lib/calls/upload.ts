import { type AnswerOf, type AnyEndpoint, addressOf } from '@parlance/contract/endpoint';
import type { Problem } from '@parlance/contract/shapes';
import { callHeaders, ProblemError } from './api.ts';

/** Milliseconds without a byte taken or an answer given after which a connection is broken. */
const stalledMs = 60_000;

export interface UploadOptions {
  params?: Record<string, string>;
  headers?: Record<string, string>;
  /** What is sent: bytes as they are, or a form of fields and files. */
  bytes: Blob | FormData;
  signal?: AbortSignal;
  /** Bytes sent so far. */
  onProgress?: (sent: number) => void;
}

/** An upload that tells how far it is: `fetch` can't, so this is the one XMLHttpRequest. */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  { params, headers: own = {}, bytes, signal, onProgress }: UploadOptions,
): Promise<AnswerOf<E>> {
  const headers = await callHeaders(endpoint);
  const isEmpty = bytes instanceof Blob && bytes.size === 0;
  if (bytes instanceof Blob && !isEmpty) headers.set('Content-Type', 'application/offset+octet-stream');
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const isMoving = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        reject(new ProblemError('timeout', 0));
        request.abort();
      }, stalledMs);
    };
    request.open(endpoint.method, addressOf(endpoint, params));
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => {
      isMoving();
      onProgress?.(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as AnswerOf<E>);
      const problem = (request.response ?? undefined) as Problem | undefined;
      const wait = Number(request.getResponseHeader('retry-after'));
      reject(
        new ProblemError(problem?.code ?? `http_${request.status}`, request.status, {
          problem,
          retryAfterSeconds: wait > 0 ? wait : undefined,
        }),
      );
    });
    request.addEventListener('error', () => reject(new ProblemError('network_error', 0)));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => clearTimeout(stalled));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    isMoving();
    request.send(isEmpty ? null : bytes);
  });
}
