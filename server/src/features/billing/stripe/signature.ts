import Stripe from 'stripe';

const toleranceSeconds = 300;

/**
 * Whether Stripe signed these bytes at most five minutes ago, by our clock. The package does not mind a time to come, in which
 * a delivery that somebody caught could be kept for later.
 */
export function isSigned(
  secret: string,
  body: Buffer,
  header: string | string[] | undefined,
  now: Date,
): boolean {
  if (typeof header !== 'string' || body.length === 0) return false;
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN);
  if (!(signedAt - Math.floor(now.getTime() / 1000) <= toleranceSeconds)) return false;
  try {
    // Not `constructEvent`, which goes on to read: what is signed and no event is no forgery.
    return (
      Stripe.webhooks.signature?.verifyHeader(
        body,
        header,
        secret,
        toleranceSeconds,
        Stripe.createNodeCryptoProvider(),
        now.getTime(),
      ) === true
    );
  } catch {
    return false;
  }
}
