import { type AnswerOf, type AnyEndpoint, addressOf } from '@parlance/contract/endpoint';
import type { Problem } from '@parlance/contract/shapes';
import { callHeaders, ProblemError } from './api.ts';

export interface UploadOptions {
  params?: Record<string, string>;
  form: FormData;
  signal?: AbortSignal;
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** An upload that tells how far it is: `fetch` can't, so this is the one XMLHttpRequest. */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  { params, form, signal, onProgress }: UploadOptions,
): Promise<AnswerOf<E>> {
  const headers = await callHeaders(endpoint);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, params));
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.responseType = 'json';
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
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
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
