import { limits } from '@parlance/contract/limits';
import { addFiles } from '@parlance/contract/sources';
import { language } from '../../lib/language.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { createStore } from '../../lib/store.ts';
import { textsIn } from '../../lib/texts.ts';
import { upload } from '../../lib/upload.ts';
import { texts } from './texts.ts';

export interface Upload {
  id: number;
  chatbotId: string;
  file: File;
  state: 'waiting' | 'sending' | 'refused';
  /** Of its bytes, 0 to 1. */
  share: number;
  /** Why it was refused. */
  message?: string;
}

const sentAtOnce = 2;
const accepted = /\.(pdf|txt|docx|xlsx|csv)$/i;

/** Uploads of this page's life: they go on while their owner looks at another screen. */
export const uploads = createStore<readonly Upload[]>([]);
const controllers = new Map<number, AbortController>();
let nextId = 1;

const change = (id: number, part: Partial<Upload>) =>
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...part } : one)));

const forget = (id: number) => uploads.set(uploads.get().filter((one) => one.id !== id));

/** What can be told before a byte is sent. */
function refusalOf(file: File): string | undefined {
  const t = textsIn(texts, language.get());
  if (!accepted.test(file.name)) return t.unsupported;
  if (file.size > limits.fileBytes) return t.tooLarge;
  return undefined;
}

/** Queues files; those that cannot be sent are listed with the reason, and never hold up the others. */
export function addUploads(chatbotId: string, files: Iterable<File>): { refused: number } {
  const added = [...files].map((file): Upload => {
    const message = refusalOf(file);
    return {
      id: nextId++,
      chatbotId,
      file,
      share: 0,
      ...(message ? { state: 'refused', message } : { state: 'waiting' }),
    };
  });
  uploads.set([...uploads.get(), ...added]);
  sendNext();
  return { refused: added.filter(({ state }) => state === 'refused').length };
}

function sendNext() {
  const all = uploads.get();
  const room = sentAtOnce - all.filter(({ state }) => state === 'sending').length;
  for (const one of all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room)))
    void send(one);
}

async function send({ id, chatbotId, file }: Upload) {
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { state: 'sending', share: 0 });
  const form = new FormData();
  form.append('files', file);
  try {
    const answer = await upload(addFiles, {
      params: { chatbotId },
      form,
      signal: controller.signal,
      onProgress: (share) => change(id, { share }),
    });
    const [rejected] = answer.rejected;
    if (rejected) change(id, { state: 'refused', message: rejected.message });
    else forget(id);
  } catch (error) {
    if (controller.signal.aborted) forget(id);
    else change(id, { state: 'refused', message: sentenceOf(error) });
  } finally {
    controllers.delete(id);
    for (const key of ['sources', 'usage', 'activity'])
      void queryClient.invalidateQueries({ queryKey: [key] });
    sendNext();
  }
}

export function cancelUpload(id: number) {
  const controller = controllers.get(id);
  if (controller) controller.abort();
  else forget(id);
}

export function retryUpload(id: number) {
  change(id, { state: 'waiting', message: undefined });
  sendNext();
}

export const clearRefused = () => uploads.set(uploads.get().filter(({ state }) => state !== 'refused'));
