/** Where a mail's link, or a sign-in provider, leads back to; the server checks the origin against those it serves. */
export function callbackAddress(
  about: { next?: string; of?: string | undefined; links?: 'google' } = {},
): string {
  const address = new URL('/auth/callback', window.location.origin);
  for (const [name, value] of Object.entries(about))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}

export const resetAddress = () => `${window.location.origin}/reset-password`;
