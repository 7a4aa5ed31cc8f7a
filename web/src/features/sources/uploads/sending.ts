import {
  beginUpload,
  continueUpload,
  getUpload,
  cancelUpload as giveUp,
} from '@parlance/contract/endpoints/uploads';
import type { Usage } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import type { PlanLimit } from '@parlance/contract/plans';
import { randomId } from '../../../lib/browser/random-id.ts';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { limitOf, limitOfCode } from '../../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { upload as sendBytes } from '../../../lib/calls/upload.ts';
import { language } from '../../../lib/language/language.ts';
import { textsIn } from '../../../lib/language/texts.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { askForPassword, session } from '../../../lib/session/session.ts';
import {
  forgetFile,
  forgetFiles,
  type KeptFile,
  keepFile,
  readKeptFile,
  readKeptFiles,
} from '../../../lib/storage/kept-files.ts';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { isOnItsWay, storageBefore, type Upload, uploads } from './list.ts';
import { texts } from './texts.ts';

const maxParallelUploads = 2;
const accepted = /\.(pdf|txt|docx|xlsx|csv)$/i;
/** Milliseconds until the next try after a broken connection; the last one repeats. */
const retryDelaysMs = [1000, 2000, 5000, 15_000, 30_000];
/** Times that the server may have forgotten an upload before it counts as refused. */
const maxRestarts = 3;

interface RunningUpload {
  kept: KeptFile;
  /** Bytes that the server is known to have. */
  stored: number;
  controller: AbortController;
  /** Releases the lock. */
  end: () => void;
}
const running = new Map<string, RunningUpload>();
let ownerId = session.get().user?.id;

session.subscribe(() => {
  const now = session.get().user?.id;
  if (now === ownerId) return;
  // Files of who has left are not sent in the name of who comes.
  if (ownerId) {
    for (const id of [...running.keys()]) forget(id);
    uploads.set([]);
    void forgetFiles();
  }
  ownerId = now;
});

const change = (id: string, part: Partial<Upload>) =>
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...part } : one)));

/** Ends what is under way for a file and deletes its kept copy. */
function forget(id: string) {
  const one = running.get(id);
  running.delete(id);
  one?.controller.abort();
  // The lock goes last: who waits for it must not find the file any more.
  void forgetFile(id).then(one?.end);
}

/** Runs what one page of this browser alone does for a file; should the page go, another that waits takes over. */
function withUploadLock(id: string, held: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return held();
  return navigator.locks.request(`upload ${id}`, held);
}

function start(kept: KeptFile): Promise<void> {
  return new Promise((end) => {
    running.set(kept.id, { kept, stored: 0, controller: new AbortController(), end });
    sendNext();
  });
}

/** The refusal of a file that is known before a byte is sent. */
function refusalOf(
  file: File,
  usage: Usage | undefined,
): Pick<Upload, 'state' | 'message' | 'mayRetry' | 'limit'> | undefined {
  const t = textsIn(texts, language.get());
  const refused = (message: string, limit?: PlanLimit) =>
    ({ state: 'refused', message, mayRetry: limit !== undefined, limit }) as const;
  if (!accepted.test(file.name)) return refused(t.unsupported);
  if (file.size > limits.fileBytes) return refused(t.tooLarge);
  if (file.size === 0) return refused(t.empty);
  if (usage?.storage.remaining === 0) return refused(t.quotaReached, 'storageTokens');
  return undefined;
}

const newUpload = (kept: KeptFile, part: Pick<Upload, 'state'> & Partial<Upload>): Upload => ({
  id: kept.id,
  chatbotId: kept.chatbotId,
  name: kept.file.name,
  size: kept.file.size,
  sent: 0,
  ...part,
});

/** Queues files; those that cannot be sent are listed with the reason, and never hold up the others. */
export function addUploads(
  chatbotId: string,
  files: Iterable<File>,
): { refused: number; beyondQuota: number } {
  const usage = queryClient.getQueryData(usageQuery.queryKey);
  let refused = 0;
  let beyondQuota = 0;
  const added: Upload[] = [];
  const sendable: KeptFile[] = [];
  for (const file of files) {
    const kept: KeptFile = { id: randomId(), ownerId: ownerId ?? '', chatbotId, file };
    const refusal = refusalOf(file, usage);
    added.push(newUpload(kept, refusal ?? { state: 'waiting' }));
    if (!refusal) sendable.push(kept);
    else if (refusal.mayRetry) {
      beyondQuota++;
      refusedFiles.set(kept.id, kept);
    } else refused++;
  }
  // What was sent before is of an earlier batch.
  const before = uploads.get();
  const isUnderWay = before.some(isOnItsWay);
  uploads.set([...(isUnderWay ? before : before.filter(({ state }) => state !== 'sent')), ...added]);
  if (!isUnderWay && sendable.length > 0) storageBefore.set(usage?.storage.remaining ?? undefined);
  for (const kept of sendable) begin(kept);
  return { refused, beyondQuota };
}

/** Files that were refused, for another try. */
const refusedFiles = new Map<string, KeptFile>();

function begin(kept: KeptFile) {
  void withUploadLock(kept.id, async () => {
    if (!uploads.get().some(({ id }) => id === kept.id)) return;
    void keepFile(kept);
    await start(kept);
  });
}

/** Goes on with what a page that is gone has left behind, as soon as no other page sends it. */
export async function resumeKeptUploads(): Promise<void> {
  for (const { id } of await readKeptFiles()) {
    if (running.has(id)) continue;
    void withUploadLock(id, async () => {
      const kept = await readKeptFile(id);
      if (!kept || running.has(id)) return;
      if (kept.ownerId !== ownerId) return void forgetFile(id);
      uploads.set([...uploads.get(), newUpload(kept, { state: 'waiting' })]);
      await start(kept);
    });
  }
}

function sendNext() {
  const all = uploads.get();
  const room =
    maxParallelUploads - all.filter(({ state }) => state === 'sending' || state === 'interrupted').length;
  for (const { id } of all
    .filter(({ id, state }) => state === 'waiting' && running.has(id))
    .slice(0, Math.max(0, room)))
    void send(id);
}

async function send(id: string) {
  const one = running.get(id);
  if (!one) return;
  const { signal } = one.controller;
  change(id, { state: 'sending' });
  try {
    const { accepted, rejected } = await sendWithRetries(one, signal);
    const [refusal] = rejected;
    // What is new begins by waiting.
    const known = accepted.find(({ status }) => status !== 'pending');
    if (refusal)
      refuse(id, refusal.message, {
        mayRetry: refusal.code === 'storage_quota_exceeded',
        limit: limitOfCode(refusal.code),
      });
    else {
      forget(id);
      change(id, {
        state: 'sent',
        sent: one.kept.file.size,
        sentAt: Date.now(),
        ...(known ? { knownAs: known.name } : {}),
      });
    }
  } catch (error) {
    if (!signal.aborted) refuse(id, sentenceOf(error), { mayRetry: true, limit: limitOf(error) });
  } finally {
    for (const key of ['sources', 'usage', 'activity'])
      void queryClient.invalidateQueries({ queryKey: [key] });
    sendNext();
  }
}

function refuse(id: string, message: string, refusal: Pick<Upload, 'mayRetry' | 'limit'>) {
  const kept = running.get(id)?.kept;
  if (kept && refusal.mayRetry) refusedFiles.set(id, { ...kept, uploadId: undefined });
  forget(id);
  change(id, { state: 'refused', message, ...refusal });
}

/** Tries until the file is taken or refused: what the network broke off goes on where it was. */
async function sendWithRetries(one: RunningUpload, signal: AbortSignal) {
  const { id } = one.kept;
  let beginnings = 0;
  for (let failures = 0; ; ) {
    const before = one.stored;
    try {
      return await sendRest(one, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProblemError)) throw error;
      const { status, code } = error;
      if (status === 404 && one.kept.uploadId && ++beginnings < maxRestarts) {
        one.kept = { ...one.kept, uploadId: undefined };
        continue;
      }
      const isPassing =
        status === 0 ||
        status === 408 ||
        status === 429 ||
        code === 'upload_offset_conflict' ||
        (status >= 500 && code !== 'storage_full');
      if (status === 401) askForPassword();
      else if (!isPassing) {
        // Perhaps the whole chatbot is gone, which its screen then says.
        if (status === 404) void queryClient.invalidateQueries(chatbotQuery(one.kept.chatbotId));
        throw error;
      }
      failures = one.stored > before ? 1 : failures + 1;
      change(id, { state: 'interrupted' });
      if (status === 401) await waitUntilSignedIn(signal);
      else
        await pause(
          error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : retryDelayAfter(failures),
          signal,
        );
    }
  }
}

const retryDelayAfter = (failures: number) =>
  retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0;

async function sendRest(one: RunningUpload, signal: AbortSignal) {
  const { id, chatbotId, file } = one.kept;
  let { uploadId } = one.kept;
  let offset: number;
  if (uploadId) ({ offset } = await call(getUpload, { params: { uploadId }, signal }));
  else {
    const begun = await call(beginUpload, {
      params: { chatbotId },
      body: { name: file.name, size: file.size },
      signal,
    });
    ({ id: uploadId, offset } = begun);
    one.kept = { ...one.kept, uploadId };
    await keepFile(one.kept);
    signal.throwIfAborted();
  }
  for (;;) {
    one.stored = offset;
    // What was broken off is under way again once the server has answered, not with each try.
    change(id, { sent: offset, state: 'sending' });
    const bytes = await readRest(one.kept, offset);
    const from = offset;
    const answer = await sendBytes(continueUpload, {
      params: { uploadId },
      headers: { 'Upload-Offset': String(from) },
      bytes,
      signal,
      onProgress: (sent) => change(id, { sent: Math.min(from + sent, file.size) }),
    });
    if ('rejected' in answer) return answer;
    if (answer.offset <= offset) throw new ProblemError('upload_offset_conflict', 409);
    offset = answer.offset;
  }
}

/** The next bytes of a file: of itself or, when it was moved or changed meanwhile, of the copy that was kept. */
async function readRest(kept: KeptFile, offset: number): Promise<Blob> {
  for (const file of [kept.file, (await readKeptFile(kept.id))?.file]) {
    const piece = file?.slice(offset, offset + limits.uploadPieceBytes);
    try {
      await piece?.slice(0, 1).arrayBuffer();
      if (piece) return piece;
    } catch {
      // Not readable any more: the copy may be.
    }
  }
  throw new ProblemError('unreadable', 422, {
    problem: {
      type: 'about:blank',
      status: 422,
      code: 'unreadable',
      title: textsIn(texts, language.get()).unreadable,
    },
  });
}

/** Waits before the next try; ends early when the connection comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
  });
}

function waitUntilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isIn = () => {
      const now = session.get();
      return now.status === 'signedIn' && !now.asks;
    };
    const look = () => {
      if (!isIn() && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stop = session.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Cancels a file, here and on the server; one that was sent or refused is taken off the list. */
export function cancelUpload(id: string) {
  const uploadId = running.get(id)?.kept.uploadId;
  forget(id);
  refusedFiles.delete(id);
  uploads.set(uploads.get().filter((one) => one.id !== id));
  // Should it fail, the server forgets an upload that nobody goes on with.
  if (uploadId) call(giveUp, { params: { uploadId } }).catch(() => {});
  sendNext();
}

export function retryUpload(id: string) {
  const kept = refusedFiles.get(id);
  if (!kept) return;
  const refusal = refusalOf(kept.file, queryClient.getQueryData(usageQuery.queryKey));
  if (refusal) return change(id, refusal);
  refusedFiles.delete(id);
  change(id, { state: 'waiting', sent: 0, message: undefined, mayRetry: false });
  begin(kept);
}

/** Takes what is sent or refused off a chatbot's list. */
export function clearFinished(chatbotId: string) {
  const ended = (one: Upload) =>
    one.chatbotId === chatbotId && (one.state === 'sent' || one.state === 'refused');
  for (const { id } of uploads.get().filter(ended)) refusedFiles.delete(id);
  uploads.set(uploads.get().filter((one) => !ended(one)));
}
