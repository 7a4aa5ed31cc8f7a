import {
  acceptTransfer,
  cancelTransfer,
  createTransfer,
  declineTransfer,
  listTransfers,
  previewTransfer,
} from '@parlance/contract/endpoints/transfers';
import { readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import * as service from './service.ts';

export const transferRoutes = (conversations: service.HandOverOfConversations): Registration[] => [
  route(createTransfer, (context, { caller, body }) => service.createTransfer(context, caller, body)),
  route(listTransfers, async (context, { caller, query }) => {
    const page = {
      ...query,
      direction: query.direction,
      search: query.search?.trim() || undefined,
      after: readCursor(query.cursor),
    };
    const { items, last } = await service.listTransfers(context, caller.userId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(previewTransfer, (context, { caller, params }) =>
    service.previewTransfer(context, caller.userId, params.transferId),
  ),
  route(acceptTransfer, (context, { caller, params }) =>
    service.acceptTransfer(context, caller.userId, params.transferId, conversations),
  ),
  route(declineTransfer, (context, { caller, params }) =>
    service.closeTransfer(context, caller.userId, params.transferId, 'declined'),
  ),
  route(cancelTransfer, (context, { caller, params }) =>
    service.closeTransfer(context, caller.userId, params.transferId, 'cancelled'),
  ),
];
