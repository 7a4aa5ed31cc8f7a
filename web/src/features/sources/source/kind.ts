import type { Source } from '@parlance/contract/endpoints/sources';

/** The letters on the tile of a file. */
export const kindOfFile = (name: string) => /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toLowerCase() ?? 'txt';

export const kindOf = ({ kind, name }: Source) =>
  kind === 'file' ? kindOfFile(name) : kind === 'url' ? 'url' : 'Q&A';
