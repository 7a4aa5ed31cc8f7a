import { createDeletions } from '../../ui/toasts/deletions.ts';

/** Of conversations, by their ids. */
export const { deletions, deleteSoon } = createDeletions<string>();
