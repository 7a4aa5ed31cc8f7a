import { decodeJwt } from 'jose';
import type { Context } from '../../context.ts';
import { AppError } from '../../kit/errors.ts';
import { authenticate } from '../auth/service.ts';
import { type Binding, type Change, matches, toChangePayload } from './bindings.ts';
import type { Listener } from './hub.ts';

export interface Membership {
  userId: string;
  sessionId: string;
  token: string;
  expiresAt: number;
}

/** Why a token opens nothing, in the protocol's words. */
export class MembershipRefused extends Error {}

/** The publishable key, where a token is expected, stands for nobody. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.startsWith('sb_');

/** Who the token belongs to, and how long it lives. */
export async function membershipOf(context: Context, token: string): Promise<Membership> {
  try {
    const { userId, sessionId } = await authenticate(context, token);
    const { exp = 0 } = decodeJwt(token);
    return { userId, sessionId, token, expiresAt: exp * 1000 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unauthenticated')
      throw new MembershipRefused('InvalidJWTToken: Token is invalid, has expired or its session has ended');
    if (error.status < 500) throw new MembershipRefused(`Unauthorized: ${error.code}`);
    throw error;
  }
}

/** What a channel needs of its socket. */
export interface Outlet {
  send(event: string, payload: Record<string, unknown>): void;
  /** With the reason, where it is not the client's own wish. */
  close(reason: string): void;
}

const maxTimerMs = 2 ** 31 - 1;

/** A joined topic: what its person wants to hear of, as long as their token and session live. */
export class Channel implements Listener {
  readonly bindings: readonly Binding[];
  readonly #context: Context;
  readonly #outlet: Outlet;
  #membership: Membership;
  #expiry: NodeJS.Timeout | undefined;

  constructor(context: Context, membership: Membership, bindings: readonly Binding[], outlet: Outlet) {
    this.#context = context;
    this.#membership = membership;
    this.bindings = bindings;
    this.#outlet = outlet;
    this.#watchExpiry();
  }

  get userId() {
    return this.#membership.userId;
  }

  get sessionId() {
    return this.#membership.sessionId;
  }

  get token() {
    return this.#membership.token;
  }

  renew(membership: Membership) {
    this.#membership = membership;
    this.#watchExpiry();
  }

  onChange(change: Change) {
    if (this.#isExpired()) return;
    const ids = this.bindings.filter((binding) => matches(binding, change)).map(({ id }) => id);
    if (ids.length > 0) this.#outlet.send('postgres_changes', toChangePayload(ids, change));
  }

  onSessionEnd() {
    this.#outlet.close('The session has ended');
  }

  stop() {
    clearTimeout(this.#expiry);
  }

  #isExpired(): boolean {
    const leftMs = this.#membership.expiresAt - this.#context.clock().getTime();
    if (leftMs <= 0) this.#outlet.close('Access token has expired');
    return leftMs <= 0;
  }

  #watchExpiry() {
    clearTimeout(this.#expiry);
    const leftMs = this.#membership.expiresAt - this.#context.clock().getTime();
    this.#expiry = setTimeout(
      () => this.#isExpired() || this.#watchExpiry(),
      Math.min(Math.max(leftMs, 0) + 1, maxTimerMs),
    );
    this.#expiry.unref();
  }
}
