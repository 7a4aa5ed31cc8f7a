import type { Source } from '@parlance/contract/endpoints/sources';
import { createDeletions } from '../../ui/toasts/deletions.ts';

export const { deletions, deleteSoon } = createDeletions<{ source: Source } | { crawlId: string }>();
