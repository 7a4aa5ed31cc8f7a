/** Where a mail's link leads back to; the server checks the origin against those it serves. */
export const callbackAddress = () => `${window.location.origin}/auth/callback`;
