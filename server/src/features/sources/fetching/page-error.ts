import { sourceErrorCodes } from '@parlance/contract/errors';
import type { ErrorDetail } from '../../../db/json.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Refusal } from '../records/refusals.ts';

export type { Refusal };

export class PageError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Times in a row after which a host that asks for patience means it. */
export const maxDelays = 5;

interface Delayed {
  delay(ms: number): Promise<void>;
}

/** The host asks to be left alone for a while. */
export class HostDelay extends Error {
  readonly ms: number;
  readonly statusCode: number;
  /** The host to which a redirect has led, if one has. */
  readonly host: Delayed | undefined;
  constructor(ms: number, statusCode: number, host?: Delayed) {
    super(`again in ${ms} ms`);
    this.ms = ms;
    this.statusCode = statusCode;
    this.host = host;
  }
}

/** The refusal by a protection service, with the rule that lets us in: we never go around one. */
export const blockedRefusalOf = (statusCode: number) =>
  new PageError({
    code: 'bot_protection',
    statusCode,
    detail: { reason: 'crawler_rule' },
  });

/** Details by the reason that the fetcher gives. */
const onTheWay: Record<string, ErrorDetail> = {
  redirect_loop: { reason: 'endless_redirects' },
  too_many_redirects: { reason: 'endless_redirects' },
  timeout: { reason: 'site_too_slow' },
  tls: { reason: 'site_insecure' },
  connection: { reason: 'site_unreachable' },
  protocol: { reason: 'site_unclear' },
};

export function explain(error: unknown): never {
  const code = error instanceof AppError && sourceErrorCodes.find((candidate) => candidate === error.code);
  if (!code) throw error;
  const detail: ErrorDetail | undefined =
    code === 'limit_exceeded'
      ? { reason: 'page_too_large' }
      : onTheWay[String((error as AppError).facts.reason)];
  throw new PageError({ code, ...(detail ? { detail } : {}) });
}
