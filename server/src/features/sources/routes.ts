import { getAnswer, updateAnswer } from '@parlance/contract/endpoints/conversations';
import {
  type AddedSources,
  addFiles,
  addUrls,
  deleteSource,
  deleteSources,
  getSource,
  getSourceContent,
  listPassages,
  listSources,
  searchPassages,
  syncSource,
  syncSources,
  updatePassage,
  updateSource,
} from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import { AppError } from '../../kit/errors.ts';
import type { ReceivedFile } from '../../kit/files/store.ts';
import { isTime, readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { acceptForms, readForm } from '../../kit/http/multipart.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { getChatbot } from '../chatbots/service.ts';
import { addPages, updatePage } from './crawls/page-service.ts';
import { sortOf } from './records/list-queries.ts';
import * as service from './service.ts';

const maxNamedIds = 1000;

const isWhole = (value: string) => /^\d{1,15}$/.test(value);

const uploadRoute = route(addFiles, async (context, { caller, params, request, language }) => {
  await getChatbot(context.db, caller.userId, params.chatbotId);
  const answer: AddedSources = { accepted: [], rejected: [] };
  const uploads: { name: string; received: ReceivedFile | undefined }[] = [];
  const further: string[] = [];
  try {
    await readForm(request, async (part) => {
      if (part.type !== 'file') return;
      if (part.fieldname !== 'files' || uploads.length >= limits.filesPerRequest) {
        part.file.resume();
        if (part.fieldname === 'files') further.push(part.filename);
      } else uploads.push({ name: part.filename, received: await service.receiveFile(context, part.file) });
    });
    // The form is whole only now: nothing of a broken one is kept.
    for (const uploadRoute of uploads) {
      const added = await service.addFile(context, caller.userId, params.chatbotId, uploadRoute, language);
      if ('accepted' in added) answer.accepted.push(added.accepted);
      else answer.rejected.push(added.rejected);
    }
  } finally {
    await Promise.all(uploads.map(({ received }) => received?.discard()));
  }
  answer.rejected.push(...further.map((name) => service.refuseFurther(name, language)));
  if (answer.accepted.length + answer.rejected.length === 0) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'files', code: 'missing', message: 'no file in the field "files"' }],
    });
  }
  return answer;
});

export const sourceRoutes: Registration[] = [
  {
    endpoints: [addFiles],
    async plugin(app, context, authenticate) {
      await acceptForms(app, {
        // One byte more than is kept: the file store says when it is too large, per file.
        fileSize: limits.fileBytes + 1,
        // Those beyond `filesPerRequest` are read past, so that each can be named in the answer.
        files: maxNamedIds,
        parts: maxNamedIds,
        fieldSize: 64 * 1024,
      });
      uploadRoute.register(app, context, authenticate);
    },
  },
  route(addUrls, (context, { caller, params, body, language }) =>
    addPages(context, caller.userId, params.chatbotId, body, language),
  ),
  route(listSources, async (context, { caller, params, query, language }) => {
    const { cursor, ...page } = query;
    const { isTimed, isNumeric } = sortOf(query.sort);
    const after = readCursor(cursor, isTimed ? isTime : isNumeric ? isWhole : undefined);
    const { last, ...shown } = await service.listSources(
      context,
      caller.userId,
      params.chatbotId,
      { ...page, after },
      language,
    );
    return { ...shown, nextCursor: writeCursor(last) };
  }),
  route(deleteSources, (context, { caller, params, body }) =>
    service.deleteSources(context, caller.userId, params.chatbotId, body),
  ),
  route(syncSources, (context, { caller, params, body }) =>
    service.syncSources(context, caller.userId, params.chatbotId, body),
  ),
  route(getSource, ({ db }, { caller, params, language }) =>
    service.getSource(db, caller.userId, params.sourceId, language),
  ),
  route(deleteSource, (context, { caller, params }) =>
    service.deleteSource(context, caller.userId, params.sourceId),
  ),
  route(updateSource, (context, { caller, params, body, language }) =>
    updatePage(context, caller.userId, params.sourceId, body, language),
  ),
  route(getAnswer, ({ db }, { caller, params }) => service.readAnswer(db, caller.userId, params.sourceId)),
  route(updateAnswer, (context, { caller, params, body, language }) =>
    service.changeAnswer(context, caller.userId, params.sourceId, body, language),
  ),
  route(syncSource, (context, { caller, params, body, language }) =>
    service.syncSource(context, caller.userId, params.sourceId, body ?? {}, language),
  ),
  route(listPassages, async (context, { caller, params, query }) => {
    const { cursor, ...page } = query;
    const after = readCursor(cursor, (value) => /^\d{1,9}$/.test(value));
    const { items, last } = await service.listPassages(context, caller.userId, params.sourceId, {
      ...page,
      after: after ? Number(after.value) : -1,
    });
    return { items, nextCursor: writeCursor(last) };
  }),
  route(updatePassage, (context, { caller, params, body }) =>
    service.updatePassage(context, caller.userId, params.passageId, body),
  ),
  route(getSourceContent, async (context, { caller, params, reply }) => {
    const { name, mediaType, size, stream } = await service.openSource(
      context,
      caller.userId,
      params.sourceId,
    );
    return reply
      .type(mediaType)
      .headers({
        'content-length': size,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      .send(stream) as never;
  }),
  route(searchPassages, async (context, { caller, params, body }) => ({
    passages: await service.searchPassages(context, caller.userId, params.chatbotId, body),
  })),
];
