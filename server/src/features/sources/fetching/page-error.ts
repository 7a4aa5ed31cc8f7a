import { type SourceErrorCode, sourceErrorCodes } from '@parlance/contract/errors';
import { AppError } from '../../../kit/errors.ts';
import { messages } from '../records/messages.ts';

/** Why a page could not be read, as its source will say; `detail` goes on from the code's sentence. */
export interface Refusal {
  code: SourceErrorCode;
  detail?: { fr: string; en: string } | undefined;
  statusCode?: number | undefined;
}

export class PageError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** A host that asks for patience this often in a row means it. */
export const maxDelays = 5;

interface Delayed {
  delay(ms: number): Promise<void>;
}

/** The host asks to be left alone for a while. */
export class HostDelay extends Error {
  readonly ms: number;
  readonly statusCode: number;
  /** Where a redirect has led, perhaps. */
  readonly host: Delayed | undefined;
  constructor(ms: number, statusCode: number, host?: Delayed) {
    super(`again in ${ms} ms`);
    this.ms = ms;
    this.statusCode = statusCode;
    this.host = host;
  }
}

/** With the rule that lets us in: we never go around such a service. */
export const blockedRefusalOf = (statusCode: number) =>
  new PageError({
    code: 'bot_protection',
    statusCode,
    detail: { fr: messages.crawlerRule.fr(statusCode), en: messages.crawlerRule.en(statusCode) },
  });

/** By the reason that the fetcher gives. */
const onTheWay: Record<string, { fr: string; en: string }> = {
  redirect_loop: messages.endlessRedirects,
  too_many_redirects: messages.endlessRedirects,
  timeout: messages.siteTooSlow,
  tls: messages.siteInsecure,
  connection: messages.siteUnreachable,
  protocol: messages.siteUnclear,
};

/** What a page that did not come lacks, and what helps. */
export function failureOf(statusCode: number | undefined): { fr: string; en: string } {
  if (statusCode === undefined) return messages.checkAddress;
  const said =
    statusCode === 403
      ? messages.siteRefuses
      : statusCode === 404 || statusCode === 410
        ? messages.siteKnowsNoPage
        : statusCode >= 500 || statusCode === 429
          ? messages.siteFails
          : messages.siteAnswers;
  return { fr: said.fr(statusCode), en: said.en(statusCode) };
}

export function explain(error: unknown): never {
  const code = error instanceof AppError && sourceErrorCodes.find((candidate) => candidate === error.code);
  if (!code) throw error;
  const detail =
    code === 'limit_exceeded' ? messages.pageTooLarge : onTheWay[String((error as AppError).facts.reason)];
  throw new PageError({ code, ...(detail ? { detail } : {}) });
}
