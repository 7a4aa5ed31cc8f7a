import { openDiskFiles } from './disk.ts';
import type { FileStore } from './store.ts';

/** S3 where STORAGE_URL names a bucket, else DATA_DIR. */
export async function openFiles(config: {
  dataDir: string;
  storage?:
    | { url: string; accessKeyId?: string | undefined; secretAccessKey?: string | undefined }
    | undefined;
}): Promise<FileStore> {
  if (!config.storage) return openDiskFiles(config.dataDir);
  // The S3 client takes a while to load; who keeps files on disk doesn't wait for it.
  const { openS3Files } = await import('./s3.ts');
  return openS3Files(config.storage);
}
