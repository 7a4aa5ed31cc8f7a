import { keptFilesKey, localKeeper } from './storage.ts';

/** A file on its way to the server, kept so that a reload of the page does not lose it. */
export interface KeptFile {
  id: string;
  ownerId: string;
  chatbotId: string;
  file: File;
  /** The server's id of the upload, once it knows of the file. */
  uploadId?: string;
}

const store = 'files';
let openedDatabase: Promise<IDBDatabase> | undefined;

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(): Promise<IDBDatabase> {
  openedDatabase ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('parlance-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return openedDatabase;
}

/**
 * Runs on the kept files; where the browser keeps nothing (private windows, full disks), an upload lives as long as its
 * page.
 */
async function withFiles<T>(
  mode: IDBTransactionMode,
  act: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    return await answerOf(act(database.transaction(store, mode).objectStore(store)));
  } catch {
    return undefined;
  }
}

export async function keepFile(kept: KeptFile): Promise<void> {
  localKeeper.write(keptFilesKey, 'true');
  await withFiles('readwrite', (files) => files.put(kept));
}

export const readKeptFile = (id: string) =>
  withFiles<KeptFile | undefined>('readonly', (files) => files.get(id) as IDBRequest<KeptFile | undefined>);

export async function readKeptFiles(): Promise<KeptFile[]> {
  return (await withFiles('readonly', (files) => files.getAll() as IDBRequest<KeptFile[]>)) ?? [];
}

export async function forgetFile(id: string): Promise<void> {
  await withFiles('readwrite', (files) => files.delete(id));
  if ((await withFiles('readonly', (files) => files.count())) === 0) localKeeper.remove(keptFilesKey);
}

export async function forgetFiles(): Promise<void> {
  await withFiles('readwrite', (files) => files.clear());
  localKeeper.remove(keptFilesKey);
}
