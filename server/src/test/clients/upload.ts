import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from '@parlance/contract/endpoint';
import { createChatbot } from '@parlance/contract/endpoints/chatbots';
import { type AddedSources, addFiles } from '@parlance/contract/endpoints/sources';
import type { User } from '../program.ts';

export interface NamedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
}

/** Uploads as a browser's form does. */
export async function upload(
  program: { url: string },
  user: Pick<User, 'token'>,
  chatbotId: string,
  files: readonly NamedFile[],
  headers: Record<string, string> = {},
): Promise<{ status: number; body: AddedSources }> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name);
  const response = await fetch(program.url + addressOf(addFiles, { chatbotId }), {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, ...headers },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as AddedSources };
}

/** The bytes of a document that a maker of `documents.ts` writes. */
export async function bytesOf(make: (path: string) => Promise<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-document-'));
  try {
    const path = join(folder, 'document');
    await make(path);
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function newChatbot(user: User, name = 'Accueil'): Promise<{ id: string; publicId: string }> {
  const { body } = await user.call(createChatbot, { body: { name, platform: 'website' } });
  return { id: body.id, publicId: body.publicId };
}
