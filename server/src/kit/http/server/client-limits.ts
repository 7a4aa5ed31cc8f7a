import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../errors.ts';
import { clientKeyOf } from './client-address.ts';

/** Whether an address is a proxy's whose word about its client counts. */
export function createProxyCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [base, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : [ipaddr.parse(range)];
    const kind = base.kind();
    list.addSubnet(base.toString(), bits ?? (kind === 'ipv6' ? 128 : 32), kind);
  }
  return (address) => ipaddr.isValid(address) && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

interface Limits {
  /** What one client may hold open: requests, streams and WebSockets, and connections that come directly. */
  perClient: number;
  /**
   * Further connections of one client, which are there to be answered that it has too many, and to ask for `/healthz`.
   */
  surplus: number;
  /** How long such a connection may take to send its request. */
  surplusMs: number;
}

const defaultLimits: Limits = { perClient: 1000, surplus: 64, surplusMs: 2000 };

const isHealth = ({ url }: FastifyRequest) => /^\/healthz(\?|$)/.test(url);

const tooManyError = () => new AppError('rate_limited', { retryAfterSeconds: 5 });

/**
 * Bounds what one client holds open, by its own address wherever trusted proxies tell it: a proxy carries everybody's
 * connections, so that its own are not counted, but what its clients ask for. `/healthz` is always answered (S9.21).
 */
export function limitClients(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  limits: Limits = defaultLimits,
): void {
  const surplus = limitConnections(app, isProxy, limits);
  const running = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    const isSurplus = surplus.has(request.raw.socket);
    if (isSurplus) reply.header('connection', 'close');
    if (isHealth(request)) return;
    const client = clientKeyOf(request.ip);
    if (isSurplus || (running.get(client) ?? 0) >= limits.perClient) throw tooManyError();
    adjustCount(running, client, 1);
    reply.raw.once('close', () => adjustCount(running, client, -1));
  });
}

/** The connections that are one too many: the newest of their client, each with a moment to ask for something. */
function limitConnections(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  limits: Limits,
): ReadonlySet<Socket> {
  const open = new Map<string, number>();
  const surplus = new Set<Socket>();
  const surplusOf = new Map<string, Set<Socket>>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const client = clientKeyOf(address);
    if ((open.get(client) ?? 0) < limits.perClient) {
      adjustCount(open, client, 1);
      socket.once('close', () => adjustCount(open, client, -1));
      return;
    }
    const others = surplusOf.get(client) ?? new Set();
    surplusOf.set(client, others.add(socket));
    surplus.add(socket);
    const timer = setTimeout(() => socket.destroy(), limits.surplusMs);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      surplus.delete(socket);
      others.delete(socket);
      if (others.size === 0) surplusOf.delete(client);
    });
    if (others.size > limits.surplus) for (const oldest of others) return void oldest.destroy();
  });
  return surplus;
}

function adjustCount(counts: Map<string, number>, of: string, by: 1 | -1) {
  const now = (counts.get(of) ?? 0) + by;
  if (now > 0) counts.set(of, now);
  else counts.delete(of);
}
