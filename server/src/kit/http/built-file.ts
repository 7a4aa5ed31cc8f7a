import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The build lays these beside what they shrink, the smaller first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const sizeOf = async (path: string) => {
  const file = await stat(path).catch(() => undefined);
  return file?.isFile() ? file.size : undefined;
};

/** Whether an `Accept-Encoding` takes a coding. */
const acceptsEncoding = (accepted: string, coding: string) =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
  });

/** The file itself, or its compressed twin where the browser takes one. */
async function chooseFile(path: string, accepted: string) {
  for (const { name, ending } of encodings) {
    if (!acceptsEncoding(accepted, name)) continue;
    const size = await sizeOf(path + ending);
    if (size !== undefined) return { path: path + ending, size, encoding: name };
  }
  const size = await sizeOf(path);
  return size === undefined ? undefined : { path, size, encoding: undefined };
}

/** Sends a built file, or says 404: an unknown asset is never the app's page. */
export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  name: string,
  cacheControl = 'public, max-age=300',
): Promise<FastifyReply> {
  const path = resolve(folder, name);
  const type = mediaTypes[extname(path)];
  const isInside = path.startsWith(resolve(folder) + sep);
  const isHidden = name.split('/').some((part) => part.startsWith('.'));
  const isServed = isInside && type !== undefined && !isHidden && !name.includes('\0');
  const file = isServed
    ? await chooseFile(path, String(request.headers['accept-encoding'] ?? ''))
    : undefined;
  if (!file || type === undefined) throw new AppError('not_found');
  if (file.encoding) reply.header('content-encoding', file.encoding);
  return reply
    .type(type)
    .headers({ 'cache-control': cacheControl, vary: 'accept-encoding', 'content-length': file.size })
    .send(createReadStream(file.path));
}
