/** What the sign-in page knows of the page that was wanted, and of whose it was where that is known. */
export interface Wanted {
  from?: string | undefined;
  of?: string | undefined;
}

/** The page that was wanted, unless somebody else wanted it. */
export const pageFor = (userId: string, { from, of }: Wanted): string =>
  of === undefined || of === userId ? ownPath(from) : '/';

/** A path of ours out of an address that anyone may have written. */
export function ownPath(wanted: string | null | undefined): string {
  const { origin } = window.location;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/';
  const address = new URL(wanted, origin);
  return address.origin === origin ? `${address.pathname}${address.search}${address.hash}` : '/';
}
