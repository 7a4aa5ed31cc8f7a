import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import type { FastifyReply } from 'fastify';
import { AppError } from './errors.ts';

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Sends a built file, or says 404: an unknown asset is never the app's page. */
export async function sendBuilt(
  reply: FastifyReply,
  folder: string,
  name: string,
  cacheControl = 'public, max-age=300',
): Promise<FastifyReply> {
  const path = resolve(folder, name);
  const type = mediaTypes[extname(path)];
  const isInside = path.startsWith(resolve(folder) + sep);
  const isHidden = name.split('/').some((part) => part.startsWith('.'));
  const file =
    isInside && type && !isHidden && !name.includes('\0')
      ? await stat(path).catch(() => undefined)
      : undefined;
  if (!file?.isFile() || !type) throw new AppError('not_found');
  return reply
    .type(type)
    .header('cache-control', cacheControl)
    .header('content-length', file.size)
    .send(createReadStream(path));
}
