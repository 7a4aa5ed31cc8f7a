import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { AppError } from '../errors.ts';
import { isPublicAddress, listOwnAddresses, normalizeAddress } from './addresses.ts';
import { Exchange } from './exchange.ts';

export interface FetchOptions {
  /** The Accept header. A good answer of a type it doesn't name is refused unread. */
  accept: string;
  /** Bounds the body before and after decompression. */
  maxBytes: number;
  /** Keep what came up to `maxBytes` instead of refusing. */
  cut?: boolean;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Sockets to use again; without them each request has its own. */
  connections?: Connections;
  /** Asked before a redirect is followed: what it throws is thrown, and what it waits is none of the fetch's time. */
  mayFollow?: (url: URL) => Promise<void>;
}

/**
 * Sockets that stay open between the requests of one piece of work: for each origin to the addresses that were checked
 * when it was first asked, so that none ever serves another name. To be closed after some seconds.
 */
export class Connections {
  readonly #perOrigin: number;
  readonly #agents = new Map<string, Promise<Agent>>();

  constructor(perOrigin: number) {
    this.#perOrigin = perOrigin;
  }

  /** The origin's sockets; `open` checks its addresses when there are none yet. */
  async of(origin: string, open: (connections: number) => Promise<Agent>): Promise<Agent> {
    const known = this.#agents.get(origin) ?? open(this.#perOrigin);
    this.#agents.set(origin, known);
    try {
      return await known;
    } catch (error) {
      this.#agents.delete(origin);
      throw error;
    }
  }

  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    for (const agent of agents) await agent.then((agent) => agent.destroy()).catch(() => {});
  }
}

export interface FetchedPage {
  /** Where the last redirect led. */
  url: string;
  status: number;
  headers: Record<string, string>;
  /** The whole body; of a refusal (4xx, 5xx) its beginning only. */
  body: Buffer;
  mediaType: string;
  charset?: string;
}

/**
 * The only way to an address that somebody typed. Throws `address_refused`, `unsupported_media_type`,
 * `limit_exceeded`, or `fetch_failed` with its `reason`.
 */
export type SafeFetch = (url: string, options: FetchOptions) => Promise<FetchedPage>;

interface ResolvedAddress {
  address: string;
  family: number;
}

/** Replaced by tests; the program uses the machine's own. */
export interface FetchEnvironment {
  resolve(hostname: string): Promise<ResolvedAddress[]>;
  own(): Set<string>;
  timeouts: { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number };
}

const defaultEnvironment: FetchEnvironment = {
  resolve: (hostname) => dnsLookup(hostname, { all: true }),
  own: listOwnAddresses,
  timeouts: { connectMs: 5_000, firstByteMs: 15_000, idleMs: 10_000, totalMs: 60_000 },
};

const openPorts = new Set(['', '80', '443', '8080', '8443']);
const maxRedirects = 5;
const maxHeaderBytes = 64 * 1024;
const maxRefusalBytes = 64 * 1024;

export function createSafeFetch(
  config: { publicUrl: string; supportEmail: string; crawlerAllow: readonly string[] },
  replaced: Partial<FetchEnvironment> = {},
): SafeFetch {
  const around = { ...defaultEnvironment, ...replaced };
  const allowed = new Set(config.crawlerAllow.map((pair) => pair.toLowerCase()));
  const userAgent = `ParlanceBot/1.0 (+${config.publicUrl}; ${config.supportEmail})`;

  return async (start, options) => {
    const ending = new FetchDeadline(around.timeouts.totalMs);
    const abort = () => ending.end('aborted');
    options.signal?.addEventListener('abort', abort, { once: true });
    if (options.signal?.aborted) abort();
    const visited = new Set<string>();
    let headers = options.headers ?? {};
    try {
      let url = checkUrl(start, allowed);
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        url.hash = '';
        if (visited.has(url.href)) throw new AppError('fetch_failed', { reason: 'redirect_loop' });
        visited.add(url.href);
        const answer = await fetchOnce(url, { ...options, headers }, ending).catch((error) => {
          throw toRefusal(error, ending.why === 'late');
        });
        if ('body' in answer) return answer;
        url = checkUrl(answer.location, allowed, url);
        if (options.mayFollow) {
          ending.pause();
          await options.mayFollow(url);
          ending.resume();
        }
        headers = removeCredentials(headers);
      }
      throw new AppError('fetch_failed', { reason: 'too_many_redirects' });
    } catch (error) {
      options.signal?.throwIfAborted();
      throw error;
    } finally {
      ending.pause();
      options.signal?.removeEventListener('abort', abort);
    }
  };

  async function fetchOnce(
    url: URL,
    options: FetchOptions,
    ending: FetchDeadline,
  ): Promise<FetchedPage | { location: string }> {
    const { connections } = options;
    const { origin } = url;
    const open = async (most: number | undefined) => {
      const addresses = await addressesOf(url, ending);
      const { timeouts } = around;
      return new Agent({
        connect: { timeout: timeouts.connectMs, lookup: pinAddresses(addresses) },
        headersTimeout: timeouts.firstByteMs,
        bodyTimeout: timeouts.idleMs,
        maxHeaderSize: maxHeaderBytes,
        // Without `connections` an agent for this hop alone: a socket opened under one check must never serve another name.
        ...(most === undefined ? { pipelining: 0 } : { connections: most, pipelining: 1 }),
      });
    };
    const agent = await (connections ? connections.of(origin, open) : open(undefined));
    try {
      let location: string | undefined;
      let type: ReturnType<typeof parseContentType> = { mediaType: '' };
      const exchange = new Exchange((status, headers) => {
        if (status >= 300 && status < 400 && status !== 304 && headers.location) {
          location = headers.location;
          return undefined;
        }
        type = parseContentType(headers['content-type']);
        const succeeded = status >= 200 && status < 300;
        if (succeeded && !acceptsMediaType(options.accept, type.mediaType))
          throw new AppError('unsupported_media_type');
        return {
          encoding: headers['content-encoding'],
          maxBytes: succeeded ? options.maxBytes : Math.min(options.maxBytes, maxRefusalBytes),
          cut: !succeeded || options.cut,
        };
      });
      const requestOptions = {
        ...options.headers,
        accept: options.accept,
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
      };
      agent.dispatch(
        { origin, path: url.pathname + url.search, method: 'GET', headers: requestOptions },
        exchange,
      );
      ending.interrupts((error) => exchange.abort(error));
      const { status, headers, body } = await exchange.answer;
      if (location !== undefined) return { location };
      return { url: url.href, status, headers, body, ...type };
    } finally {
      // Destroyed, not closed: what was not read must not be.
      if (!connections) await agent.destroy();
    }
  }

  async function addressesOf(url: URL, ending: FetchDeadline): Promise<ResolvedAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await resolveInTime(host, ending);
    if (allowed.has(hostAndPort(url))) return addresses;
    const own = around.own();
    for (const { address } of addresses) {
      if (!isPublicAddress(address) || own.has(normalizeAddress(address)))
        throw new AppError('address_refused');
    }
    if (addresses.length === 0) throw new AppError('address_refused');
    return addresses;
  }

  async function resolveInTime(host: string, ending: FetchDeadline): Promise<ResolvedAddress[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const give = () => reject(new AppError('fetch_failed', { reason: 'timeout' }));
      timer = setTimeout(give, around.timeouts.connectMs);
      ending.interrupts(give);
    });
    try {
      return await Promise.race([around.resolve(host), late]);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A name that leads nowhere reads like one that leads inside: otherwise the difference would tell
      // a stranger which names the operator's own network knows.
      if (code === 'ENOTFOUND' || code === 'ENODATA') throw new AppError('address_refused');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * When a fetch must end before its answer has come. Not an `AbortSignal`, whose making, listening and combining take
 * longer than the rest of a request to a fast server.
 */
class FetchDeadline {
  why: 'late' | 'aborted' | undefined;
  #interrupt: (error: AppError) => void = () => {};
  #leftMs: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(totalMs: number) {
    this.#leftMs = totalMs;
    this.resume();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#since;
  }

  resume() {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.end('late'), Math.max(0, this.#leftMs));
  }

  end(why: 'late' | 'aborted') {
    this.why ??= why;
    this.#interrupt(this.#error());
  }

  /** What is under way now, and how it is ended. */
  interrupts(interrupt: (error: AppError) => void) {
    this.#interrupt = interrupt;
    if (this.why) interrupt(this.#error());
  }

  #error = () => new AppError('fetch_failed', { reason: this.why === 'late' ? 'timeout' : 'connection' });
}

/** The WHATWG form is the only one used from here on: `2130706433` and `0x7f.1` are 127.0.0.1 in it. */
export function checkUrl(text: string, allowed: ReadonlySet<string>, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (
    !url ||
    url.href.length > 2048 ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hostname.length > 253 ||
    (base?.protocol === 'https:' && url.protocol === 'http:') ||
    !(openPorts.has(url.port) || allowed.has(hostAndPort(url)))
  ) {
    throw new AppError('address_refused');
  }
  return url;
}

const hostAndPort = (url: URL) => `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

/** Hands the socket the very addresses that were checked: no second resolution, so nothing to rebind. */
function pinAddresses(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function acceptsMediaType(header: string, mediaType: string): boolean {
  const named = header.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  return named.includes('*/*') || named.includes(mediaType);
}

const credentials = new Set(['authorization', 'cookie', 'proxy-authorization']);

const removeCredentials = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())));

function parseContentType(header = ''): { mediaType: string; charset?: string } {
  const [essence = '', ...parameters] = header.split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { mediaType: essence.trim().toLowerCase(), ...(charset ? { charset: charset.toLowerCase() } : {}) };
}

function toRefusal(error: unknown, late: boolean): AppError {
  if (error instanceof AppError) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (late || /TIMEOUT|ETIMEDOUT/.test(code)) return new AppError('fetch_failed', { reason: 'timeout' });
  if (/TLS|CERT|SSL|SIGNED|SIGNATURE|ISSUER/.test(code))
    return new AppError('fetch_failed', { reason: 'tls' });
  if (/^(E[A-Z_]+|UND_ERR_SOCKET)$/.test(code)) return new AppError('fetch_failed', { reason: 'connection' });
  return new AppError('fetch_failed', { reason: 'protocol' });
}
