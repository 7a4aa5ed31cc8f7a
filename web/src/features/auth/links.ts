/** Where a mail's link, or a sign-in provider, leads back to; the server checks the origin against those it serves. */
export const callbackAddress = (next?: string) =>
  `${window.location.origin}/auth/callback${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`;

export const resetAddress = () => `${window.location.origin}/reset-password`;

/** A path of ours out of an address that anyone may have written. */
export function ownPath(wanted: string | null | undefined): string {
  const { origin } = window.location;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/';
  const address = new URL(wanted, origin);
  return address.origin === origin ? `${address.pathname}${address.search}${address.hash}` : '/';
}
