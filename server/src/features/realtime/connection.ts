import type { Context } from '../../context.ts';
import { refusalOf } from '../../kit/http/problem.ts';
import { type Binding, BindingRefused, parseBindings } from './bindings.ts';
import { Channel, isToken, MembershipRefused, membershipOf } from './channel.ts';
import { encodeFrame, type Frame, type Version } from './frames.ts';
import type { Hub } from './hub.ts';

const maxChannels = 20;
const maxSocketsPerUser = 10;

/** Which sockets of this process belong to whom. */
export type SocketsOfUsers = Map<string, Set<Connection>>;

interface Joined {
  joinRef: Frame['joinRef'];
  channel: Channel | undefined;
}

/** A client joins all its topics together, and renews their tokens together. */
const maxWaitingFrames = 3 * maxChannels;
const maxWaitingBytes = 256 * 1024;

const hasNoBindings = (bindings: unknown) =>
  bindings === undefined || bindings === null || (Array.isArray(bindings) && bindings.length === 0);

const tooManyChannels = 'ChannelRateLimitReached: Too many channels';
const tooManySockets = 'ChannelRateLimitReached: Too many connections of one user';

/** One client and the topics it has joined. */
export class Connection {
  readonly #context: Context;
  readonly #hub: Hub;
  readonly #sockets: SocketsOfUsers;
  readonly #version: Version;
  readonly #write: (text: string) => void;
  readonly #topics = new Map<string, Joined>();
  #isClosed = false;
  #turn = Promise.resolve();
  readonly #waiting = { frames: 0, bytes: 0 };
  /** Whether somebody has shown a token here. */
  isSignedIn = false;

  constructor(
    context: Context,
    hub: Hub,
    sockets: SocketsOfUsers,
    version: Version,
    write: (text: string) => void,
  ) {
    this.#context = context;
    this.#hub = hub;
    this.#sockets = sockets;
    this.#version = version;
    this.#write = write;
  }

  /**
   * Frames are taken one after another: each is whole before the next begins. False where more wait than anybody has
   * to say: such a client is to be cut.
   */
  receive(frame: Frame, bytes: number): boolean {
    if (this.#waiting.frames >= maxWaitingFrames || this.#waiting.bytes + bytes > maxWaitingBytes)
      return false;
    this.#waiting.frames += 1;
    this.#waiting.bytes += bytes;
    this.#turn = this.#turn
      .then(() => (this.#isClosed ? undefined : this.#take(frame)))
      .catch((error: unknown) => this.#context.log.error({ error }, 'a realtime message failed'))
      .then(() => {
        this.#waiting.frames -= 1;
        this.#waiting.bytes -= bytes;
      });
    return true;
  }

  async #take(frame: Frame): Promise<void> {
    const { topic, event } = frame;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(frame, 'ok', {});
      return;
    }
    if (event === 'phx_join') return this.#join(frame);
    const joined = this.#topics.get(topic);
    if (event === 'phx_leave') {
      this.#reply(frame, 'ok', {});
      if (joined) this.#close(topic, joined);
      return;
    }
    // What is said about a topic that was never joined is about nothing.
    if (!joined) return;
    if (event === 'access_token') {
      await this.#renew(topic, joined, frame.payload.access_token);
    } else if (frame.ref !== null) {
      // Messages between people and their presence are not what this server is for.
      this.#refuse(frame, `${event} is not offered`);
    }
  }

  /** Ends all once the socket is gone. */
  closed() {
    this.#isClosed = true;
    for (const [topic, joined] of [...this.#topics]) this.#forget(topic, joined);
  }

  async #join(frame: Frame): Promise<void> {
    const { topic, payload } = frame;
    const name = /^realtime:(.+)$/s.exec(topic)?.[1];
    if (name === undefined) return this.#refuse(frame, 'unmatched topic');
    if (name === '*') return this.#refuse(frame, 'Unauthorized: a topic has a name');
    const before = this.#topics.get(topic);
    if (before) this.#close(topic, before);
    if (this.#topics.size >= maxChannels) return this.#refuse(frame, tooManyChannels);
    try {
      const config = (payload.config ?? {}) as Record<string, unknown>;
      const { postgres_changes: asked } = config;
      const token = payload.access_token;
      let bindings: Binding[] = [];
      if (!isToken(token)) {
        if (!hasNoBindings(asked))
          return this.#refuse(frame, 'Unauthorized: changes are for who is signed in');
        this.#topics.set(topic, { joinRef: frame.joinRef, channel: undefined });
      } else {
        // First listen, then look whether the session lives: in this order its end cannot go unheard.
        await this.#hub.ready();
        const membership = await membershipOf(this.#context, token);
        if (this.#isClosed) return;
        // A stranger's are not even read.
        bindings = parseBindings(asked);
        const joined: Joined = { joinRef: frame.joinRef, channel: undefined };
        const channel = new Channel(this.#context, membership, bindings, {
          send: (event, payload) => this.#push(topic, event, payload),
          close: (reason) => this.#end(topic, joined, reason),
        });
        joined.channel = channel;
        const refusal = this.#enter(channel);
        if (refusal) return this.#refuse(frame, refusal);
        this.#topics.set(topic, joined);
      }
      this.#reply(frame, 'ok', {
        postgres_changes: bindings.map(({ id, requested }) => ({ id, ...requested })),
      });
      if (bindings.length > 0) this.#system(topic, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      const { enabled } = (config.presence ?? {}) as { enabled?: unknown };
      if (enabled === true) this.#push(topic, 'presence_state', {});
    } catch (error) {
      this.#refuse(frame, this.#reasonOf(error));
    }
  }

  #enter(channel: Channel): string | undefined {
    const { userId } = channel;
    const sockets = this.#sockets.get(userId) ?? new Set();
    const isFull = !sockets.has(this) && sockets.size >= maxSocketsPerUser;
    if (isFull || !this.#hub.add(channel)) {
      channel.stop();
      return isFull ? tooManySockets : 'InvalidJWTToken: The session has ended';
    }
    this.#sockets.set(userId, sockets.add(this));
    this.isSignedIn = true;
    return undefined;
  }

  async #renew(topic: string, joined: Joined, token: unknown): Promise<void> {
    const { channel } = joined;
    if (!isToken(token) || !channel || token === channel.token) return;
    try {
      const membership = await membershipOf(this.#context, token);
      if (this.#topics.get(topic) !== joined) return;
      if (membership.userId !== channel.userId)
        return this.#end(topic, joined, 'Unauthorized: The token is another user’s');
      // Under its new session, if it has one.
      this.#hub.remove(channel);
      channel.renew(membership);
      if (!this.#hub.add(channel)) this.#end(topic, joined, 'The session has ended');
    } catch (error) {
      // Without the database nothing is known; the token of before goes on as long as it lives.
      if (error instanceof MembershipRefused) this.#end(topic, joined, error.message);
      else this.#reasonOf(error);
    }
  }

  #reasonOf(error: unknown): string {
    if (error instanceof MembershipRefused || error instanceof BindingRefused) return error.message;
    if (!refusalOf(error)) this.#context.log.error({ error }, 'a realtime message failed');
    return 'Unavailable: Try again later';
  }

  /** Ends a topic from this side: the reason, then the close. */
  #end(topic: string, joined: Joined, reason: string) {
    if (this.#topics.get(topic) !== joined) return;
    this.#system(topic, 'system', 'error', reason);
    this.#close(topic, joined);
  }

  #close(topic: string, joined: Joined) {
    this.#forget(topic, joined);
    const { joinRef } = joined;
    this.#send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} });
  }

  #forget(topic: string, { channel }: Joined) {
    this.#topics.delete(topic);
    if (!channel) return;
    channel.stop();
    this.#hub.remove(channel);
    const { userId } = channel;
    if ([...this.#topics.values()].some((other) => other.channel?.userId === userId)) return;
    const sockets = this.#sockets.get(userId);
    sockets?.delete(this);
    if (sockets?.size === 0) this.#sockets.delete(userId);
  }

  #system(topic: string, extension: string, status: 'ok' | 'error', message: string) {
    this.#push(topic, 'system', { extension, status, message, channel: topic.replace(/^realtime:/, '') });
  }

  #push(topic: string, event: string, payload: Record<string, unknown>) {
    this.#send({ joinRef: null, ref: null, topic, event, payload });
  }

  #refuse(frame: Frame, reason: string) {
    this.#reply(frame, 'error', { reason });
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: Record<string, unknown>) {
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #send(frame: Frame) {
    if (!this.#isClosed) this.#write(encodeFrame(this.#version, frame));
  }
}
