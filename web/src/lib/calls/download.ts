import type { AnyEndpoint } from '@parlance/contract/endpoint';
import { type CallOptions, request } from './api.ts';

/** Saves the answer of a call as a file: it needs the session, so a plain link won't do. */
export async function download<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>, name: string) {
  // A large file may take longer than the minute that other calls have.
  const response = await request(endpoint, options, null);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
