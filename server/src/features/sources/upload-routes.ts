import { Readable } from 'node:stream';
import { beginUpload, cancelUpload, continueUpload, getUpload } from '@parlance/contract/endpoints/uploads';
import { AppError } from '../../kit/errors.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import * as uploads from './uploads.ts';

const mediaType = 'application/offset+octet-stream';

function offsetOf(header: string | string[] | undefined): number {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new AppError('validation_failed', {
    errors: [{ path: 'Upload-Offset', code: 'invalid_format', message: 'a number of bytes' }],
  });
}

const pieceRoute = route(continueUpload, (context, { caller, params, request, language }) => {
  const offset = offsetOf(request.headers['upload-offset']);
  const { body } = request;
  if (body !== undefined && !(body instanceof Readable)) throw new AppError('unsupported_media');
  return uploads.continueUpload(context, caller.userId, params.uploadId, { offset, stream: body }, language);
});

export const uploadRoutes: Registration[] = [
  route(beginUpload, (context, { caller, params, body }) =>
    uploads.beginUpload(context, caller.userId, params.chatbotId, body),
  ),
  route(getUpload, (context, { caller, params }) =>
    uploads.getUpload(context, caller.userId, params.uploadId),
  ),
  {
    endpoints: [continueUpload],
    plugin(app, context, authenticate) {
      app.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload));
      pieceRoute.register(app, context, authenticate);
    },
  },
  route(cancelUpload, (context, { caller, params }) =>
    uploads.cancelUpload(context, caller.userId, params.uploadId),
  ),
];
