import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Chatbot, ImageSlot } from '@parlance/contract/endpoints/chatbots';
import type { Language } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { afterCommit, transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import type { FileStore, ReceivedFile } from '../../../kit/files/store.ts';
import { newId } from '../../../kit/ids.ts';
import { presentChatbot } from '../presenter.ts';
import { chatbotById, deleteImage, lockChatbotRow, putImage } from '../queries.ts';
import { cleanSvgInChild } from '../untrusted/run-in-child.ts';
import { ImageError } from './formats/error.ts';
import { cleanJpeg, cleanPng, isJpeg, isPng } from './formats/raster.ts';

interface CleanImage {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

/** Stores an image as it arrives, but no longer than one may be. Throws `image_too_large`. */
export const receiveImage = (files: FileStore, stream: Readable): Promise<ReceivedFile> =>
  files.receive(stream, { maxBytes: limits.imageBytes }).catch((error) => {
    if (error instanceof AppError && error.code === 'too_large') {
      throw new AppError('image_too_large', { limitBytes: limits.imageBytes });
    }
    throw error;
  });

/** What the image shows, and nothing else that its file may hold; its kind is what its bytes are. */
async function cleanImage(bytes: Buffer, slot: ImageSlot, ownerId: string): Promise<CleanImage> {
  try {
    if (isPng(bytes)) return { bytes: cleanPng(bytes), mediaType: 'image/png' };
    if (isJpeg(bytes)) return { bytes: cleanJpeg(bytes), mediaType: 'image/jpeg' };
    if (slot === 'avatar') throw new ImageError('image_unsupported');
    return { bytes: Buffer.from(await cleanSvgInChild(bytes, ownerId)), mediaType: 'image/svg+xml' };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const isAvatar = slot === 'avatar' && error.code === 'image_unsupported';
    throw new AppError(isAvatar ? 'avatar_unsupported' : error.code, { detail: error.message });
  }
}

/** Stores a file, which is on stable storage once this returns; one that no row comes to name is swept. */
export async function storeFile(files: FileStore, content: Readable, key: string): Promise<void> {
  const received = await receiveImage(files, content);
  try {
    await files.keep(received, key);
  } finally {
    await received.discard();
  }
}

export async function setImage(
  context: Context,
  ownerId: string,
  chatbotId: string,
  image: { slot: ImageSlot; received: ReceivedFile },
  language: Language,
): Promise<Chatbot> {
  const { slot, received } = image;
  const { bytes, mediaType } = await cleanImage(await readFile(received.path), slot, ownerId);
  const fileKey = newId(context.clock());
  await storeFile(context.files, Readable.from([bytes]), fileKey);
  const { replaced, chatbot } = await transaction(context.db, async (db) => {
    requireFound(await lockChatbotRow(db, ownerId, chatbotId, 'shared'));
    const before = requireFound(await chatbotById(db, ownerId, chatbotId));
    await putImage(db, { chatbotId, ownerId, slot, fileKey, mediaType });
    const images = { ...before.images, [slot]: fileKey };
    return { replaced: before.images[slot], chatbot: presentChatbot({ ...before, images }, language) };
  });
  await forgetFile(context.files, replaced);
  return chatbot;
}

/** Deletes a file immediately, lest many uploads fill the disk until the job comes that would remove it, too. */
const forgetFile = async (files: FileStore, key: string | undefined) => {
  if (key !== undefined) await files.remove(key);
};

export async function removeImage(
  context: Context,
  ownerId: string,
  chatbotId: string,
  slot: ImageSlot,
  language: Language,
): Promise<Chatbot> {
  const row = await transaction(context.db, async (db) => {
    const row = requireFound(await chatbotById(db, ownerId, chatbotId));
    await deleteImage(db, ownerId, chatbotId, slot);
    return row;
  });
  const { [slot]: removed, ...images } = row.images;
  await afterCommit(context.db, () => forgetFile(context.files, removed));
  return presentChatbot({ ...row, images }, language);
}
