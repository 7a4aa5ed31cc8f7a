import Stripe from 'stripe';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Log } from '../../../kit/log.ts';

/** For who waits before a screen: the package waits longer where nobody does. */
export const promptly = { timeout: 8000, maxNetworkRetries: 1 };

const clients = new WeakMap<Config, Stripe>();

/** Stripe as the operator named it; throws `payments_unavailable` without keys. */
export function stripeOf(config: Config): Stripe {
  const { stripe } = config;
  if (!stripe) throw new AppError('payments_unavailable');
  const url = new URL(stripe.apiUrl);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const client =
    clients.get(config) ??
    new Stripe(stripe.secretKey, {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (protocol === 'http' ? 80 : 443),
      protocol,
      maxNetworkRetries: 2,
      timeout: 20_000,
      // Nothing phones home.
      telemetry: false,
    });
  clients.set(config, client);
  return client;
}

/** Whether this is the live mode; undefined where the key does not say. */
export function isLiveKey(secretKey: string): boolean | undefined {
  const mode = /^[sr]k_(live|test)_/.exec(secretKey)?.[1];
  return mode === undefined ? undefined : mode === 'live';
}

/** What an error of Stripe's tells the log: nothing of a person, no key, no address. */
export function describeFailure(error: unknown): object {
  if (!(error instanceof Stripe.errors.StripeError)) return { error };
  const { type, code, statusCode, requestId, param } = error;
  return { stripe: { type, reason: code, statusCode, requestId, param } };
}

/** Does what a person waits for; where Stripe does not, they read that payment is unavailable just now. */
export async function orUnavailable<T>(log: Log, what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ what, ...describeFailure(error) }, 'Stripe did not do what it was asked for');
    throw new AppError('payments_unavailable', { retryAfterSeconds: 30 });
  }
}

/** Whether Stripe says that there is no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 404;

/** The version that this program asks for, and that the webhook endpoint should have. */
export const apiVersion = Stripe.API_VERSION;

/** The address of a page that Stripe hosts; throws where the answer holds none. */
export function pageOf({ url }: { url: string | null }): string {
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Error('Stripe gave no address of a page');
  return url;
}
