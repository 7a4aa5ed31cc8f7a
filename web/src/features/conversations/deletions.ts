import { createDeletions } from '../../ui/deletions.ts';

/** Of conversations, by their ids. */
export const { deletions, deleteSoon } = createDeletions<string>();
