import { Readable } from 'node:stream';
import type { AddedSources } from '@parlance/contract/endpoints/sources';
import type { Upload } from '@parlance/contract/endpoints/uploads';
import type { Language } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import type { FileStore } from '../../kit/files/store.ts';
import { newId } from '../../kit/ids.ts';
import { lockOwner } from '../auth/service.ts';
import { getChatbot } from '../chatbots/service.ts';
import { isReadable } from '../reading/service.ts';
import { balanceOf, tokensLeft } from '../usage/service.ts';
import { cleanFileName } from './files/file-name.ts';
import { hasSpace } from './files/file-space.ts';
import {
  advanceUpload,
  countPieces,
  deleteUpload,
  evictUploads,
  findUpload,
  finishUpload,
  forgetPieces,
  insertPiece,
  insertUpload,
  piecesOf,
  type UploadRow,
} from './files/upload-queries.ts';
import { enqueueFileRemoval } from './queue.ts';
import { countSources } from './records/list-queries.ts';
import { presentSource } from './records/presenter.ts';
import { findSource } from './records/queries.ts';
import { addFile, receiveFile } from './service.ts';

const presentUpload = ({ id, received }: UploadRow): Upload => ({ id, offset: received });

/** Begins an upload; what is known to be refused is refused before its bytes travel. */
export async function beginUpload(
  context: Context,
  ownerId: string,
  chatbotId: string,
  wish: { name: string; size: number },
): Promise<Upload> {
  const { db } = context;
  await getChatbot(db, ownerId, chatbotId);
  const name = cleanFileName(wish.name);
  if (wish.size === 0) throw new AppError('empty_file');
  if (wish.size > limits.fileBytes) throw new AppError('too_large', { limitBytes: limits.fileBytes });
  if (!isReadable(name)) throw new AppError('unsupported_type');
  if ((await countSources(db, ownerId, chatbotId, { kind: 'file' })) >= limits.filesPerChatbot) {
    throw new AppError('source_limit_reached', { limit: limits.filesPerChatbot });
  }
  const balance = await balanceOf(context, db, ownerId, 'storage');
  if (tokensLeft(balance) === 0) throw new AppError('storage_quota_exceeded', { limit: balance.limit });
  const now = context.clock();
  return transaction(db, async (db) => {
    await lockOwner(db, ownerId);
    if (!(await hasSpace(context, db, ownerId, wish.size))) throw new AppError('file_space_exceeded');
    const row = await insertUpload(db, {
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: chatbotId,
      name,
      size: wish.size,
      updated_at: now,
    });
    await evictUploads(db, ownerId, limits.openUploads);
    return presentUpload(row);
  });
}

export const getUpload = async ({ db }: Context, ownerId: string, id: string) =>
  presentUpload(requireFound(await findUpload(db, ownerId, id)));

export async function cancelUpload(context: Context, ownerId: string, id: string): Promise<void> {
  await transaction(context.db, async (db) => {
    requireFound(await deleteUpload(db, ownerId, id));
    await enqueueFileRemoval(db, context.clock());
  });
}

const offsetConflict = ({ received }: UploadRow) =>
  new AppError('upload_offset_conflict', { offset: received });

/**
 * Appends what `stream` brings, which is kept once this returns. The last bytes make the source; asked again after
 * them, without any, it gives the same answer.
 */
export async function continueUpload(
  context: Context,
  ownerId: string,
  id: string,
  piece: { offset: number; stream: Readable | undefined },
  language: Language,
): Promise<Upload | AddedSources> {
  let upload = requireFound(await findUpload(context.db, ownerId, id));
  if (piece.offset !== upload.received) throw offsetConflict(upload);
  if (piece.stream) upload = await append(context, upload, piece.stream);
  return upload.received < upload.size ? presentUpload(upload) : finish(context, upload, language);
}

async function append(context: Context, upload: UploadRow, stream: Readable): Promise<UploadRow> {
  const { db, files } = context;
  if ((await countPieces(db, upload.id)) >= limits.uploadPieces) {
    throw new AppError('validation_failed', {
      errors: [{ path: '', code: 'too_small', message: `at most ${limits.uploadPieces} pieces a file` }],
    });
  }
  const maxBytes = Math.min(limits.uploadPieceBytes, upload.size - upload.received);
  const received = await files.receive(stream, { maxBytes }).catch((error) => {
    if (error instanceof AppError && error.code === 'too_large')
      throw new AppError('payload_too_large', { limitBytes: maxBytes });
    // Whoever broke off hears nothing of it, and a broken line is no defect of ours.
    if (stream.readableAborted) throw new AppError('malformed_request', { detail: 'the body broke off' });
    throw error;
  });
  try {
    if (received.size === 0) return upload;
    const now = context.clock();
    const fileKey = newId(now);
    await files.keep(received, fileKey);
    const advanced = await transaction(db, async (db) => {
      const row = await advanceUpload(db, upload, received.size, now);
      if (row) await insertPiece(db, upload.id, upload.received, fileKey);
      return row;
    });
    if (advanced) return advanced;
    await files.remove(fileKey);
    throw offsetConflict(requireFound(await findUpload(db, upload.owner_id, upload.id)));
  } finally {
    await received.discard();
  }
}

/** Joins the pieces and takes the file in as any other. Done twice, or by two requests, it makes one source. */
async function finish(context: Context, upload: UploadRow, language: Language): Promise<AddedSources> {
  const { db } = context;
  const { id, owner_id: ownerId, chatbot_id: chatbotId, name } = upload;
  if (upload.source_id !== null) return presentFinished(context, upload, upload.source_id, language);
  const keys = (await piecesOf(db, id)).map(({ file_key }) => file_key);
  let added: Awaited<ReturnType<typeof addFile>>;
  try {
    const received = await receiveFile(context, Readable.from(joinPieces(context.files, keys)));
    added = await addFile(context, ownerId, chatbotId, { id, name, received }, language);
  } catch (error) {
    // Another request has joined them first, and they are gone.
    const current = requireFound(await findUpload(db, ownerId, id));
    if (current.source_id !== null) return presentFinished(context, upload, current.source_id, language);
    throw error;
  }
  await transaction(db, async (db) => {
    await forgetPieces(db, id);
    const isKept = 'accepted' in added && (await finishUpload(db, upload, added.accepted.id));
    if (!isKept) await deleteUpload(db, ownerId, id);
    await enqueueFileRemoval(db, context.clock());
  });
  return 'accepted' in added
    ? { accepted: [added.accepted], rejected: [] }
    : { accepted: [], rejected: [added.rejected] };
}

async function presentFinished({ db }: Context, upload: UploadRow, sourceId: string, language: Language) {
  const source = requireFound(await findSource(db, upload.owner_id, sourceId));
  return { accepted: [presentSource(source, language)], rejected: [] };
}

async function* joinPieces(files: FileStore, keys: readonly string[]) {
  for (const key of keys) yield* await files.open(key);
}
