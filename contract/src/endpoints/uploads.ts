import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, id, plainText } from '../shapes.ts';
import { addedSources } from './sources.ts';

/** A file that arrives in pieces: what the network broke off goes on where it was. */
export const upload = z.object({
  id,
  /** Bytes that are stored. */
  offset: count,
});
export type Upload = z.output<typeof upload>;

const ofUpload = z.object({ uploadId: id });

export const beginUpload = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/uploads',
  summary: 'Begin a resumable upload of one file',
  access: 'user',
  scope: 'write',
  params: z.object({ chatbotId: id }),
  body: z.strictObject({ name: plainText(255, 1), size: count }),
  answer: upload,
  status: 201,
  errors: [
    'file_space_exceeded',
    'not_found',
    'too_large',
    'empty_file',
    'unsupported_type',
    'source_limit_reached',
    'storage_quota_exceeded',
    'file_space_exceeded',
  ],
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/v1/uploads/:uploadId',
  summary: 'How much of an upload is stored',
  access: 'user',
  scope: 'read',
  params: ofUpload,
  answer: upload,
  errors: ['not_found'],
});

/**
 * `Upload-Offset` says where the bytes begin: 409 with the true `offset` when that is not where the upload stands. Once all
 * are there, a call without bytes tells the answer again.
 */
export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/api/v1/uploads/:uploadId',
  summary: 'Append bytes; the last ones make the source, and are answered as an upload of files is',
  access: 'user',
  scope: 'write',
  params: ofUpload,
  upload: 'bytes',
  answer: z.union([upload, addedSources]),
  errors: [
    'not_found',
    'validation_failed',
    'upload_offset_conflict',
    'payload_too_large',
    'unsupported_media',
    'storage_full',
  ],
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/v1/uploads/:uploadId',
  summary: 'Give an upload up',
  access: 'user',
  scope: 'write',
  params: ofUpload,
  status: 204,
  errors: ['not_found'],
});
