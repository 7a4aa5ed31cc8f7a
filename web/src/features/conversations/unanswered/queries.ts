import {
  dismissUnanswered,
  listUnanswered,
  type UnansweredGroup,
} from '@parlance/contract/endpoints/conversations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import type { Liveness } from '../../../lib/queries/realtime.ts';
import { refetchIntervalMs } from '../../../lib/queries/row-changes.ts';
import { createDeletions, type DeletingCall } from '../../../ui/toasts/deletions.ts';

export const unansweredQuery = (chatbotId: string, liveness: Liveness) =>
  queryOptions({
    queryKey: ['unanswered', chatbotId],
    queryFn: ({ signal }) => call(listUnanswered, { params: { chatbotId }, signal }),
    refetchInterval: refetchIntervalMs(liveness, false),
  });

export const { deletions: dismissals, deleteSoon: dismissSoon } = createDeletions<UnansweredGroup>();

export const dismissalOf = ({ chatbotId, id }: UnansweredGroup): DeletingCall => ({
  endpoint: dismissUnanswered,
  params: { chatbotId, unansweredId: id },
});
