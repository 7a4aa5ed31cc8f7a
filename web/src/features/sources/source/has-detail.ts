import type { Source } from '@parlance/contract/endpoints/sources';

/** Whether there is something to say of a source beside where it stands. */
export const hasDetail = ({ error, notices }: Source) => error !== undefined || notices.length > 0;
