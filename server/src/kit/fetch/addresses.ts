import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Ranges that are not somebody's public address: the IANA special-purpose registries (RFC 6890), as data. */
export const refusedRanges: readonly (readonly [range: string, why: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by a provider’s customers'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'a cloud’s host agent'],
  ['169.254.0.0/16', 'link-local, cloud metadata'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', '6to4 relays, retired'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, broadcast'],
  ['64:ff9b:1::/48', 'local NAT64 (RFC 8215)'],
  ['2001:2::/48', 'benchmarks'],
  ['2001:10::/28', 'ORCHID, retired'],
  ['2001:20::/28', 'ORCHIDv2'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
];

/** Everything else that is global unicast lies here: loopback, private, link-local, multicast do not. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** IPv6 that carries IPv4, judged by what it carries; byte offsets of the carried addresses. */
const carriers: readonly { range: string; offsets: readonly number[]; inverted?: number }[] = [
  { range: '::ffff:0:0/96', offsets: [12] },
  { range: '::/96', offsets: [12] },
  { range: '64:ff9b::/96', offsets: [12] },
  { range: '2002::/16', offsets: [2] },
  // Teredo: the server's address, and the client's with every bit turned over (RFC 4380 §4).
  { range: '2001::/32', offsets: [4], inverted: 12 },
];

const refusedBlocks = refusedRanges.map(([range]) => ipaddr.parseCIDR(range));
const carrierBlocks = carriers.map((carrier) => ({ ...carrier, block: ipaddr.parseCIDR(carrier.range) }));

const isInRange = (address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
  address.kind() === base.kind() && address.match(base as ipaddr.IPv6, bits);

/** Whether a stranger's name may lead here. Only for addresses as a resolver or a parsed URL gives them. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (refusedBlocks.some((range) => isInRange(address, range))) return false;
  if (address.kind() === 'ipv4') return true;
  const bytes = address.toByteArray();
  const carrier = carrierBlocks.find(({ block }) => isInRange(address, block));
  if (!carrier) return isInRange(address, globalUnicast);
  const carried = carrier.offsets.map((offset) => bytes.slice(offset, offset + 4));
  if (carrier.inverted !== undefined) {
    carried.push(bytes.slice(carrier.inverted, carrier.inverted + 4).map((byte) => byte ^ 0xff));
  }
  return carried.every((four) => isPublicAddress(four.join('.')));
}

/** The addresses of this machine's own interfaces, in one spelling. */
export function listOwnAddresses(): Set<string> {
  const own = new Set<string>();
  for (const addresses of Object.values(networkInterfaces())) {
    for (const { address } of addresses ?? []) own.add(normalizeAddress(address));
  }
  return own;
}

/** One spelling an address, whatever the zeros and the case; carried IPv4 as IPv4. */
export function normalizeAddress(text: string): string {
  const [bare = ''] = text.split('%', 1);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
