import { createWriteStream, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '../errors.ts';
import {
  checkFileKey,
  checkNoteName,
  type FileStore,
  isFileKey,
  notesFolder,
  receiveInto,
  toRefusal,
} from './store.ts';

export interface S3Options {
  /** `s3://bucket?endpoint=…&region=…`; without an endpoint, Amazon's. */
  url: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

const tries = 3;

export async function openS3Files(options: S3Options): Promise<FileStore & { close(): void }> {
  const { hostname: bucket, searchParams } = new URL(options.url);
  const endpoint = searchParams.get('endpoint');
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Buckets as paths: servers of one's own seldom have a name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(options.accessKeyId && options.secretAccessKey
      ? { credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey } }
      : {}),
    // The SDK's newer trailing checksums are unknown to many servers that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    maxAttempts: tries,
  });
  const local = await fs.mkdtemp(join(tmpdir(), 'parlance-files-'));

  async function openObject(key: string): Promise<Readable | undefined> {
    const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch((error) => {
      if (error instanceof NoSuchKey || error?.name === 'NoSuchKey') return undefined;
      throw error;
    });
    if (!answer) return undefined;
    if (!(answer.Body instanceof Readable)) throw new Error('S3 answered without a body.');
    return answer.Body;
  }

  async function open(key: string): Promise<Readable> {
    const body = await openObject(checkFileKey(key));
    if (!body) throw new AppError('not_found');
    return body;
  }

  async function* listObjects(prefix?: string) {
    let next: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
      );
      yield* page.Contents ?? [];
      next = page.NextContinuationToken;
    } while (next);
  }

  return {
    receive: (stream, limits) => receiveInto(local, stream, limits),
    async keep(received, key) {
      // The SDK can't repeat a stream it has begun to send: each try gets a fresh one.
      for (let attempt = 1; ; attempt++) {
        // Opened at once: a stream that opens its file later fails with nobody to hear it where sending failed before.
        const file = await fs.open(received.path, 'r');
        const body = file.createReadStream();
        try {
          await client.send(
            new PutObjectCommand({
              Bucket: bucket,
              Key: checkFileKey(key),
              Body: body,
              ContentLength: received.size,
              ContentType: 'application/octet-stream',
            }),
          );
          break;
        } catch (error) {
          if (attempt === tries) throw error;
        } finally {
          body.destroy();
        }
      }
      await received.discard();
    },
    open,
    async localPath(key) {
      const path = join(local, `${checkFileKey(key)}.${Math.random().toString(36).slice(2)}`);
      const release = () => fs.rm(path, { force: true });
      try {
        await pipeline(await open(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await release();
        throw toRefusal(error);
      }
      return { path, release };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checkFileKey(key) }));
    },
    async *list() {
      for await (const { Key: key, LastModified: modifiedAt } of listObjects())
        if (key && modifiedAt && isFileKey(key)) yield { key, modifiedAt };
    },
    notes: {
      async write(name, text) {
        const Key = `${notesFolder}/${checkNoteName(name)}`;
        await client.send(
          new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.from(text), ContentType: 'text/plain' }),
        );
      },
      async read(name) {
        const body = await openObject(`${notesFolder}/${checkNoteName(name)}`);
        return body && readText(body);
      },
      async list() {
        const names: string[] = [];
        for await (const { Key: key } of listObjects(`${notesFolder}/`))
          if (key) names.push(key.slice(notesFolder.length + 1));
        return names.sort();
      },
    },
    close: () => {
      client.destroy();
      void fs.rm(local, { recursive: true, force: true });
    },
  };
}
