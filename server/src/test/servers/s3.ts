import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const bucket = 'parlance';

/** A real S3-speaking server on loopback, with one empty bucket. */
export async function startS3Server() {
  const directory = await fs.mkdtemp(join(tmpdir(), 'parlance-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `s3://${bucket}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-west-3`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    /** Where its objects lie. */
    directory,
    /** Ends it, and leaves what it has. */
    close: () => server.close(),
    async stop() {
      await server.close().catch(() => undefined);
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}
