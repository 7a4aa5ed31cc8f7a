import { createDeletions } from '../../ui/toasts/deletions.ts';

/** Deletions of conversations, by their ids. */
export const { deletions, deleteSoon } = createDeletions<string>();
