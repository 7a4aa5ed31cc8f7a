export interface Quota {
  used: number;
  limit: number | null;
}

/** The used share of a quota, 0 to 1 and beyond; of an unlimited one nothing. */
export const shareOf = ({ used, limit }: Quota) => (limit === null ? 0 : limit === 0 ? 1 : used / limit);
