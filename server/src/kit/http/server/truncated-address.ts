import ipaddr from 'ipaddr.js';

/** An address without what tells one person from another: IPv4 /24, IPv6 /48 (security S10.7). */
export function truncateAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '0.0.0.0';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return ipaddr
    .fromByteArray(bytes.map((byte, at) => (at < (bytes.length === 4 ? 3 : 6) ? byte : 0)))
    .toString();
}
